import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiKeyVerifier, isSignedHook } from '../api-keys/index.js';
import { Config } from '../config/index.js';
import type { Principal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { refusedKeys, RequestBody } from '../platform/http/index.js';
import { rowIdOf } from '../platform/ids/row-id.js';
import { addressKey, Limits, UnverifiedCallerLimit } from '../platform/limits/index.js';
import { Clock } from '../platform/time/clock.js';

type Request = FastifyRequest & { user: Principal };

/** Whether a request has the headers and key id of a signed hook. */
export function claimsToBeSigned({ headers, query }: FastifyRequest): boolean {
  return keyIdOf(query) !== undefined && isSignedHook(headers);
}

/**
 * Checks hooks signed with the secret of the API key in their address. The signature covers the body, so the guard
 * reads it, before the limits of the account.
 */
@Injectable()
export class HookGuard implements CanActivate {
  private readonly unverified: UnverifiedCallerLimit;

  constructor(
    private readonly keys: ApiKeyVerifier,
    limits: Limits,
    clock: Clock,
    config: Config,
  ) {
    this.unverified = new UnverifiedCallerLimit(limits, clock, {
      name: 'hook-failures',
      perMinute: config.CALLBACK_FAILURES_PER_MINUTE,
    });
  }

  canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    return this.unverified.run(addressKey(request.ip), () => this.verify(request));
  }

  private async verify(request: Request): Promise<true> {
    const { headers, body, query, ip } = request;
    const id = keyIdOf(query);
    if (id === undefined || !isSignedHook(headers)) throw new AppError('signature_invalid');
    const rawBody = body instanceof RequestBody ? await body.bytes() : Buffer.alloc(0);
    const principal = await this.keys.verifyHook(
      id,
      { headers, rawBody },
      ip,
      (key) => void refusedKeys.set(request, key),
    );
    if (!principal) throw new AppError('signature_invalid');
    request.user = principal;
    return true;
  }
}

function keyIdOf(query: unknown): number | undefined {
  const { key_id: id } = query as { key_id?: unknown };
  return typeof id === 'string' ? rowIdOf(id) : undefined;
}
