import { applyDecorators, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.js';
import type { Principal } from '../principal.js';
import { addressKey } from './address-key.js';
import { KeyRates } from './key-rates.js';
import type { Limiter } from './limiter.js';
import type { Limits } from './limits.js';
import { MINUTE_SECONDS, rateHeaders, rateLimited } from './rate-headers.js';

const RATE = 'rate';
/** Marks the operation, for the document to tell its headers. */
export const RATE_LIMITED = 'x-rate-limited';

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
  return (Object.keys(limits) as RateName[]).map((name) => ({
    name,
    limit: limits[name],
    ttl: MINUTE_SECONDS * 1000,
  }));
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
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly keyRates: KeyRates,
  ) {
    super(options, storage, reflector);
  }

  /** The one cap that the route names; the library would go through all of them, at every request. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.reflector.get<RateName | undefined>(RATE, context.getHandler());
    const cap = (this.throttlers as Cap[]).find((each) => each.name === name);
    return !cap || this.admit(context, cap);
  }

  private async admit(context: ExecutionContext, { name, limit, ttl }: Cap): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip, user } = http.getRequest<FastifyRequest & { user?: Principal }>();
    // First, so that what the key's own cap refuses uses up nothing of the account's.
    const ofKey = user?.kind === 'api_key' ? await this.keyRates.take(user, name) : undefined;
    const tracker = name === 'auth' ? addressKey(ip) : String(user?.userId);
    const hit = await this.storageService.increment(tracker, ttl, limit, ttl, name);
    const resetSeconds = hit.isBlocked ? hit.timeToBlockExpire : hit.timeToExpire;
    if (hit.isBlocked) {
      await ofKey?.giveBack();
      throw rateLimited(name, limit, resetSeconds);
    }
    const standing = { name, quota: limit, remaining: limit - hit.totalHits, resetSeconds };
    http.getResponse<FastifyReply>().headers(rateHeaders(standing, ...(ofKey ? [ofKey] : [])));
    return true;
  }
}
