import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { ApiKeysService } from '../api-keys/index.js';
import type { ApiKeyPrincipal } from '../common/access/principal.js';
import { register, unregister } from './passport-name.js';

type Request = Parameters<Strategy<never>['authenticate']>[0];

/** API keys in the Authorization header. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  readonly registeredAs: string;

  constructor(private readonly keys: ApiKeysService) {
    super({ passReqToCallback: true });
    this.registeredAs = register('api_key', this);
  }

  /** The library also reads `access_token` from body and query; here it gets nothing but the header. */
  override authenticate({ headers, ip }: Request, options?: object): void {
    super.authenticate({ headers: { authorization: headers.authorization }, ip } as Request, options);
  }

  async validate({ ip }: { ip: string }, key: string): Promise<ApiKeyPrincipal | false> {
    return (await this.keys.verify(key, ip)) ?? false;
  }

  onApplicationShutdown(): void {
    unregister(this.registeredAs);
  }
}
