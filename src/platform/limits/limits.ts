import type { Limiter, LimitUse } from './limiter.js';
import { MemoryLimiter } from './memory-limiter.js';
import type { RedisServer } from './redis-address.js';
import type { RedisLimits } from './redis-limits.js';

/** How long Redis is skipped after a failure. */
const REDIS_PAUSE_MS = 2_000;

export interface LimitsOptions {
  redis?: RedisServer;
  redisTimeoutMs: number;
  /** Without Redis, each process enforces its part of a limit. */
  processes: number;
  onRedisError: (error: Error) => void;
}

interface SharedLimiter {
  shared: Limiter;
  own: Limiter;
}

/**
 * Fixed-window limits: shared through Redis, or per process without Redis or while it fails. A failing Redis rejects
 * no request and is retried every few seconds.
 */
export class Limits {
  private avoidRedisUntilMs = 0;

  private constructor(
    private readonly options: LimitsOptions,
    private readonly redis: RedisLimits | undefined,
  ) {}

  static async open(options: LimitsOptions): Promise<Limits> {
    const { redis: server, redisTimeoutMs: timeoutMs, onRedisError: onError } = options;
    if (!server) return new Limits(options, undefined);
    // Loads the client only if needed: it takes megabytes.
    const { RedisLimits } = await import('./redis-limits.js');
    return new Limits(options, new RedisLimits({ server, timeoutMs, onError }));
  }

  /** A limiter of `points` uses per `windowSeconds`; `name` keeps its keys apart from others'. */
  limiter(name: string, points: number, windowSeconds: number): Limiter {
    const own = new MemoryLimiter({ points, windowSeconds, processes: this.options.processes });
    if (!this.redis) return own;
    const shared = this.redis.limiter(name, points, windowSeconds, (error) => this.avoidRedis(error));
    return { consume: (key, points) => this.consume({ shared, own }, key, points) };
  }

  /** Uses Redis, or this process's counts while Redis fails. */
  private async consume({ shared, own }: SharedLimiter, key: string, points?: number): Promise<LimitUse> {
    if (performance.now() < this.avoidRedisUntilMs) return own.consume(key, points);
    try {
      return await shared.consume(key, points);
    } catch (error) {
      this.avoidRedis(error as Error);
      return own.consume(key, points);
    }
  }

  /** True when Redis counts, or none is configured. */
  async isHealthy(): Promise<boolean> {
    return this.redis?.counts() ?? true;
  }

  private avoidRedis(error: Error): void {
    this.avoidRedisUntilMs = performance.now() + REDIS_PAUSE_MS;
    this.options.onRedisError(error);
  }

  close(): void {
    this.redis?.close();
  }
}
