import { applyDecorators, Injectable, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { ThrottlerGuard, type ThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.js';
import { AppError } from '../errors/index.js';
import type { Principal } from '../principal.js';
import { addressKey } from './address-key.js';
import type { Allowance, Limiter } from './limiter.js';
import type { Limits } from './limits.js';

const RATE = 'rate';
/** Marks the operation, for the document to tell its headers. */
export const RATE_LIMITED = 'x-rate-limited';
const MINUTE_MS = 60_000;

export type RateName = 'send' | 'check' | 'export' | 'auth';

/** Puts a route under a per-minute cap: `auth` counts per address, the others per account. */
export const RateLimited = (name: RateName) =>
  applyDecorators(SetMetadata(RATE, name), ApiExtension(RATE_LIMITED, true));

/** Requests that `limit` bounds in a window of `ttl` milliseconds. */
interface Cap {
  name: RateName;
  limit: number;
  ttl: number;
}

export function throttlers(config: Config): Cap[] {
  const limits: Record<RateName, number> = {
    send: config.SEND_RATE_PER_MINUTE,
    check: config.CHECK_RATE_PER_MINUTE,
    export: config.EXPORT_RATE_PER_MINUTE,
    auth: config.AUTH_RATE_PER_MINUTE,
  };
  return (Object.keys(limits) as RateName[]).map((name) => ({ name, limit: limits[name], ttl: MINUTE_MS }));
}

/** Throttler's storage over {@link Limits}: in Redis when there is one. */
export class LimitsStorage implements ThrottlerStorage {
  private readonly limiters = new Map<string, Limiter>();

  constructor(private readonly limits: Limits) {}

  async increment(key: string, ttl: number, limit: number, _blockMs: number, name: string) {
    const { allowed, remaining, resetSeconds } = await this.limiter(name, limit, ttl).consume(key);
    return {
      totalHits: limit - remaining,
      timeToExpire: resetSeconds,
      isBlocked: !allowed,
      timeToBlockExpire: allowed ? 0 : resetSeconds,
    };
  }

  private limiter(name: string, limit: number, ttlMs: number): Limiter {
    const known = this.limiters.get(name) ?? this.limits.limiter(`rate:${name}`, limit, ttlMs / 1000);
    this.limiters.set(name, known);
    return known;
  }
}

/** The per-minute caps, after the credential has been checked and before the body is read. */
@Injectable()
export class RateGuard extends ThrottlerGuard {
  /** The one cap that the route names; the library would go through all of them, at every request. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.get<RateName | undefined>(RATE, context.getHandler());
    const cap = (this.throttlers as Cap[]).find((each) => each.name === name);
    return !cap || this.admit(context, cap);
  }

  private async admit(context: ExecutionContext, { name, limit, ttl }: Cap): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { user?: Principal }>();
    const tracker = name === 'auth' ? addressKey(request.ip) : String(request.user?.userId);
    const hit = await this.storageService.increment(tracker, ttl, limit, ttl, name);
    const resetSeconds = hit.isBlocked ? hit.timeToBlockExpire : hit.timeToExpire;
    const headers = rateHeaders(name, limit, ttl / 1000, { remaining: limit - hit.totalHits, resetSeconds });
    if (hit.isBlocked) throw rateLimited(name, limit, resetSeconds);
    http.getResponse<FastifyReply>().headers(headers);
    return true;
  }
}

/** The refusal of a cap per minute. */
export function rateLimited(name: RateName, quota: number, resetSeconds: number): AppError {
  const headers = rateHeaders(name, quota, MINUTE_MS / 1000, { remaining: 0, resetSeconds });
  return new AppError('rate_limited', { headers, retryAfterSeconds: resetSeconds });
}

/** `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft: q quota, w window, r remaining, t seconds to reset. */
function rateHeaders(
  name: string,
  quota: number,
  windowSeconds: number,
  { remaining, resetSeconds }: Pick<Allowance, 'remaining' | 'resetSeconds'>,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`,
  };
}
