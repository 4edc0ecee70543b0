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
import type { Principal } from '../access/principal.js';
import { MINUTE_SECONDS } from '../time/clock.js';
import { addressKey } from './address-key.rules.js';
import { KeyRates } from './key-rates.js';
import type { Limiter } from './limiter.js';
import type { Limits } from './limits.js';
import { rateHeaders, rateLimited } from './rate-headers.js';

const RATE = 'rate';
/** Marks the operation, for the document to tell its headers. */
export const RATE_LIMITED = 'x-rate-limited';

interface Rate {
  name: string;
  per: 'account' | 'address';
}

/** Puts a route under the per-minute cap of this name. */
export const RateLimited = (name: string, per: Rate['per'] = 'account') =>
  applyDecorators(SetMetadata(RATE, { name, per } satisfies Rate), ApiExtension(RATE_LIMITED, true));

/** Requests that `limit` bounds in a window of `ttl` milliseconds. */
interface Cap {
  name: string;
  limit: number;
  ttl: number;
}

export function throttlers(ratesPerMinute: Record<string, number>): Cap[] {
  return Object.entries(ratesPerMinute).map(([name, limit]) => ({ name, limit, ttl: MINUTE_SECONDS * 1000 }));
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
    const rate = this.reflector.get<Rate | undefined>(RATE, context.getHandler());
    if (!rate) return true;
    const cap = (this.throttlers as Cap[]).find(({ name }) => name === rate.name);
    if (!cap) throw new Error(`no cap is called ${rate.name}`);
    return this.admit(context, cap, rate);
  }

  private async admit(context: ExecutionContext, { name, limit, ttl }: Cap, { per }: Rate): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip, user } = http.getRequest<FastifyRequest & { user?: Principal }>();
    // First, so that what the key's own cap refuses uses up nothing of the account's.
    const ofKey = user?.kind === 'api_key' ? await this.keyRates.take(user, name) : undefined;
    const tracker = per === 'address' ? addressKey(ip) : String(user?.userId);
    const hit = await this.storageService.increment(tracker, ttl, limit, ttl, name);
    const resetSeconds = hit.isBlocked ? hit.timeToBlockExpire : hit.timeToExpire;
    if (hit.isBlocked) {
      await ofKey?.giveBack();
      throw rateLimited(name, limit, resetSeconds);
    }
    const use = { name, quota: limit, remaining: limit - hit.totalHits, resetSeconds };
    http.getResponse<FastifyReply>().headers(rateHeaders(use, ...(ofKey ? [ofKey] : [])));
    return true;
  }
}
