import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { ApiKeyVerifier } from '../api-keys/index.js';
import type { ApiKeyPrincipal, RefusedKey } from '../platform/access/principal.js';
import { refusedKeys } from '../platform/http/index.js';
import { register, unregister } from './passport-name.js';

type Request = Parameters<Strategy<never>['authenticate']>[0];

interface Presented {
  ip: string;
  onRefused: (key: RefusedKey) => void;
}

/** API keys in the Authorization header. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  readonly registeredAs: string;

  constructor(private readonly keys: ApiKeyVerifier) {
    super({ passReqToCallback: true });
    this.registeredAs = register('api_key', this);
  }

  /** The library also reads `access_token` from body and query, so it gets neither. */
  override authenticate(request: Request, options?: object): void {
    const { headers, ip } = request;
    const onRefused = (key: RefusedKey) => void refusedKeys.set(request, key);
    const presented = { headers: { authorization: headers.authorization }, ip, onRefused };
    super.authenticate(presented as unknown as Request, options);
  }

  async validate({ ip, onRefused }: Presented, key: string): Promise<ApiKeyPrincipal | false> {
    return (await this.keys.verify(key, ip, onRefused)) ?? false;
  }

  onApplicationShutdown(): void {
    unregister(this.registeredAs);
  }
}
