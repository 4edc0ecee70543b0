import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Allowance, Limiter } from './limiter.js';
import { MemoryLimiter } from './memory-limiter.js';

const REDIS_TIMEOUT_MS = 100;
/** After Redis failed to answer, it is left alone for so long. */
const REDIS_PAUSE_MS = 2_000;

export interface LimitsOptions {
  redisUrl?: string;
  /** How many processes share the work: without Redis each keeps its part of a limit. */
  processes: number;
  onRedisError: (error: Error) => void;
}

/**
 * Limits over windows of time: shared by all instances when there is a Redis, kept by this one when there is none or
 * it does not answer. They never fail a request, and a frozen Redis costs one short wait now and then, not each request.
 */
export class Limits {
  private readonly redis: Redis | undefined;
  private avoidRedisUntilMs = 0;

  constructor(private readonly options: LimitsOptions) {
    if (!options.redisUrl) return;
    this.redis = new Redis(options.redisUrl, {
      enableOfflineQueue: false,
      commandTimeout: REDIS_TIMEOUT_MS,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    this.redis.on('error', options.onRedisError);
  }

  /** A limiter of `points` uses per `windowSeconds`; `name` keeps its keys apart from others'. */
  limiter(name: string, points: number, windowSeconds: number): Limiter {
    const share = Math.ceil(points / this.options.processes);
    const own = new MemoryLimiter({ points: share, windowSeconds });
    if (!this.redis) return own;
    const keyPrefix = `sandi:${name}`;
    const shared = new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix,
      points,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    });
    return new SharedLimiter(new RedisLimiter(shared), own, this);
  }

  /** True when Redis answers, or none is configured. */
  async isHealthy(): Promise<boolean> {
    if (!this.redis) return true;
    return this.redis.ping().then(
      () => true,
      () => false,
    );
  }

  /** Whether Redis is worth asking now. */
  get mayAskRedis(): boolean {
    return performance.now() >= this.avoidRedisUntilMs;
  }

  avoidRedis(error: Error): void {
    this.avoidRedisUntilMs = performance.now() + REDIS_PAUSE_MS;
    this.options.onRedisError(error);
  }

  close(): void {
    this.redis?.disconnect();
  }
}

/** Asks Redis, and this process's own counts while Redis does not answer. */
class SharedLimiter implements Limiter {
  constructor(
    private readonly shared: Limiter,
    private readonly own: Limiter,
    private readonly limits: Limits,
  ) {}

  consume(key: string): Promise<Allowance> {
    return this.either((limiter) => limiter.consume(key));
  }

  reset(key: string): Promise<void> {
    return this.either((limiter) => limiter.reset(key));
  }

  private async either<T>(use: (limiter: Limiter) => Promise<T>): Promise<T> {
    if (!this.limits.mayAskRedis) return use(this.own);
    try {
      return await use(this.shared);
    } catch (error) {
      this.limits.avoidRedis(error as Error);
      return use(this.own);
    }
  }
}

class RedisLimiter implements Limiter {
  constructor(private readonly backend: RateLimiterRedis) {}

  async consume(key: string): Promise<Allowance> {
    try {
      return toAllowance(await this.backend.consume(key), true);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return toAllowance(refusal, false);
      throw refusal;
    }
  }

  async reset(key: string): Promise<void> {
    await this.backend.delete(key);
  }
}

function toAllowance(result: RateLimiterRes, allowed: boolean): Allowance {
  return {
    allowed,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}
