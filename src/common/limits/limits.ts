import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, LimitUse, Room } from './limiter.js';
import { MemoryLimiter } from './memory-limiter.js';

/** After Redis failed to answer, it is left alone for so long. */
const REDIS_PAUSE_MS = 2_000;
/** So many numbers of points are kept ready at once. */
const BACKENDS_MAX = 1_000;

/**
 * Counts ARGV[1] uses of a key whose window lasts ARGV[2] seconds; more than ARGV[3] are refused and not counted, so
 * that what is given back is free at once. Below zero there is nothing to give back: the window was lost meanwhile.
 */
const COUNT = `
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  local used = redis.call('incrby', KEYS[1], ARGV[1])
  if used > tonumber(ARGV[3]) and tonumber(ARGV[1]) > 0 then redis.call('decrby', KEYS[1], ARGV[1]) end
  if used < 0 then redis.call('incrby', KEYS[1], -used) end
  return {used, redis.call('pttl', KEYS[1])}
`;

export interface LimitsOptions {
  redisUrl?: string;
  /** How long an answer of Redis is waited for. */
  redisTimeoutMs: number;
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
      commandTimeout: options.redisTimeoutMs,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    this.redis.on('error', options.onRedisError);
  }

  /** A limiter of `points` uses per `windowSeconds`; `name` keeps its keys apart from others'. */
  limiter(name: string, points: number, windowSeconds: number): Limiter {
    const own = new MemoryLimiter({ points, windowSeconds, processes: this.options.processes });
    const { redis } = this;
    if (!redis) return own;
    const backendOf = (points: number) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `sandi:${name}`,
        points,
        duration: windowSeconds,
        rejectIfRedisNotReady: true,
        customIncrTtlLuaScript: COUNT,
      });
    const shared = new RedisLimiter({ points, windowSeconds }, backendOf, (error) => this.avoidRedis(error));
    return new SharedLimiter(shared, own, this);
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

  consume(key: string, points?: number): Promise<LimitUse> {
    return this.either((limiter) => limiter.consume(key, points));
  }

  look(key: string): Promise<Room> {
    return this.either((limiter) => limiter.look(key));
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
  /** By points. They count in the same place: the points say no more than what is refused. */
  private readonly backends = new Map<number, RateLimiterRedis>();

  constructor(
    private readonly usual: { points: number; windowSeconds: number },
    private readonly backendOf: (points: number) => RateLimiterRedis,
    private readonly onLost: (error: Error) => void,
  ) {}

  async consume(key: string, points = this.usual.points): Promise<LimitUse> {
    try {
      const result = await this.backend(points).consume(key);
      const endsAtMs = performance.now() + result.msBeforeNext;
      return { ...roomOf(result), allowed: true, giveBack: () => this.giveBack(key, endsAtMs) };
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        return { ...roomOf(refusal), allowed: false, giveBack: NOTHING_TAKEN };
      throw refusal;
    }
  }

  async look(key: string): Promise<Room> {
    const { points, windowSeconds } = this.usual;
    const result = await this.backend(points).get(key);
    if (!result) return { allowed: true, remaining: points, resetSeconds: windowSeconds };
    return { ...roomOf(result), allowed: result.remainingPoints > 0 };
  }

  async reset(key: string): Promise<void> {
    await this.backend(this.usual.points).delete(key);
  }

  private backend(points: number): RateLimiterRedis {
    const known = this.backends.get(points);
    if (known) return known;
    const [oldest] = this.backends.keys();
    if (oldest !== undefined && this.backends.size >= BACKENDS_MAX) this.backends.delete(oldest);
    const made = this.backendOf(points);
    this.backends.set(points, made);
    return made;
  }

  /** A use that cannot be given back stays counted: that fails nobody's request. */
  private async giveBack(key: string, endsAtMs: number): Promise<void> {
    if (performance.now() >= endsAtMs) return;
    await this.backend(this.usual.points).reward(key).catch(this.onLost);
  }
}

const NOTHING_TAKEN = () => Promise.resolve();

const roomOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});
