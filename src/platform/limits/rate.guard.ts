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
import { routeTrait } from '../http/route-config.js';
import { MINUTE_SECONDS } from '../time/clock.js';
import { addressKey } from './address-key.rules.js';
import type { Limiter } from './limiter.js';
import type { Limits } from './limits.js';
import {
  type CapUse,
  KeyRates,
  rateHeaders,
  rateLimited,
  READ,
  ReadRates,
  WRITE,
  type WriteKind,
  WriteRates,
} from './rate-caps.js';
import { readQueue } from './read-queue.js';

const RATE = 'rate';
/** Marks the operation, so that the OpenAPI document describes its headers. */
export const RATE_LIMITED = 'x-rate-limited';

interface Rate {
  name: string;
  per: 'account' | 'address';
}

/** Puts a route under the per-minute cap of this name. */
export const RateLimited = (name: string, per: Rate['per'] = 'account') =>
  applyDecorators(SetMetadata(RATE, { name, per } satisfies Rate), ApiExtension(RATE_LIMITED, true));

/** For reads that are no GET, such as searches. */
export const CountsAsRead = () => applyDecorators(RateLimited(READ), routeTrait({ isRead: true }));

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

/** Per-minute caps, checked after the credential and before the body is read. */
@Injectable()
export class RateGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly keyRates: KeyRates,
    private readonly readRates: ReadRates,
    private readonly writeRates: WriteRates,
  ) {
    super(options, storage, reflector);
  }

  /** Checks only the cap of the route; the library would check all of them. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { user?: Principal }>();
    const rate = this.reflector.get<Rate | undefined>(RATE, context.getHandler());
    if (request.user) readQueue.know(request, request.user.userId);
    const uses = rate ? await this.ofRoute(rate, request) : await this.ofOther(request, context);
    if (uses.length > 0) http.getResponse<FastifyReply>().headers(rateHeaders(...uses));
    return true;
  }

  /** GETs with a credential are reads; changes by a session are writes, except deletions. */
  private async ofOther(
    { method, user }: FastifyRequest & { user?: Principal },
    context: ExecutionContext,
  ): Promise<CapUse[]> {
    if (!user || method === 'DELETE') return [];
    if (method === 'GET' || method === 'HEAD') return this.readRates.take(user);
    if (user.kind !== 'user') return [];
    const kind = this.reflector.get<WriteKind | undefined>(WRITE, context.getHandler());
    return this.writeRates.take(user, kind);
  }

  private async ofRoute(
    { name, per }: Rate,
    { ip, user }: FastifyRequest & { user?: Principal },
  ): Promise<CapUse[]> {
    if (name === READ && user) return this.readRates.take(user);
    const cap = (this.throttlers as Cap[]).find((known) => known.name === name);
    if (!cap) throw new Error(`no cap is called ${name}`);
    const { limit, ttl } = cap;
    // The key's cap first, so that its rejections use up nothing of the account's.
    const ofKey = user?.kind === 'api_key' ? await this.keyRates.take(user, name) : undefined;
    const tracker = per === 'address' ? addressKey(ip) : String(user?.userId);
    const hit = await this.storageService.increment(tracker, ttl, limit, ttl, name);
    const resetSeconds = hit.isBlocked ? hit.timeToBlockExpire : hit.timeToExpire;
    if (hit.isBlocked) {
      await ofKey?.release();
      throw rateLimited({ name, quota: limit, resetSeconds });
    }
    const use = { name, quota: limit, remaining: limit - hit.totalHits, resetSeconds };
    return ofKey ? [use, ofKey] : [use];
  }
}
