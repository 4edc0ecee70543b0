import { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

const REDIS_TIMEOUT_MS = 200;

export interface Allowance {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Counts uses of a key in a window of time. */
export interface Limiter {
  consume(key: string): Promise<Allowance>;
  /** Forgets a key: its window starts afresh. */
  reset(key: string): Promise<void>;
}

/**
 * Limits over windows of time: shared by all instances when there is a Redis, kept by this one when there is none or
 * it does not answer. They never fail a request.
 */
export class Limits {
  private readonly redis: Redis | undefined;

  constructor(redisUrl: string | undefined, onRedisError: (error: Error) => void) {
    if (!redisUrl) return;
    this.redis = new Redis(redisUrl, {
      enableOfflineQueue: false,
      commandTimeout: REDIS_TIMEOUT_MS,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    this.redis.on('error', onRedisError);
  }

  /** A limiter of `points` uses per `windowSeconds`; `name` keeps its keys apart from others'. */
  limiter(name: string, points: number, windowSeconds: number): Limiter {
    const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
    const backend = this.redis
      ? new RateLimiterRedis({
          storeClient: this.redis,
          keyPrefix: `sandi:${name}`,
          points,
          duration: windowSeconds,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        })
      : memory;
    return new WindowLimiter(backend);
  }

  /** True when Redis answers, or none is configured. */
  async isHealthy(): Promise<boolean> {
    if (!this.redis) return true;
    return this.redis.ping().then(
      () => true,
      () => false,
    );
  }

  close(): void {
    this.redis?.disconnect();
  }
}

class WindowLimiter implements Limiter {
  constructor(private readonly backend: RateLimiterAbstract) {}

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
