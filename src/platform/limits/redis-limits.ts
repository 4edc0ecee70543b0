import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, LimitUse } from './limiter.js';
import { redisOptions, type RedisServer } from './redis-address.js';

const BACKENDS_MAX = 1_000;
const PROBE_SECONDS = 60;
/** Errors of a server that cannot write. Reconnect then: another server may have become the primary. */
const OTHER_SERVER = /\b(?:READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|NOAUTH)\b/;

/**
 * Adds ARGV[1] uses to a key with a window of ARGV[2] seconds, unless there would be more than ARGV[3]. A release is a
 * negative number; one that arrives after its window leaves zero.
 */
const COUNT = `
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  local used = redis.call('incrby', KEYS[1], ARGV[1])
  if used > tonumber(ARGV[3]) and tonumber(ARGV[1]) > 0 then redis.call('decrby', KEYS[1], ARGV[1]) end
  if used < 0 then redis.call('incrby', KEYS[1], -used) end
  return {used, redis.call('pttl', KEYS[1])}
`;

/** Counts on a probe key. Fails if Redis cannot count. */
export async function countOnce(redis: Redis): Promise<void> {
  await redis.eval(COUNT, 1, 'sandi:health:probe', 1, PROBE_SECONDS, Number.MAX_SAFE_INTEGER);
}

interface RedisLimitsOptions {
  server: RedisServer;
  /** How long to wait for a response. */
  timeoutMs: number;
  onError: (error: Error) => void;
}

/** Counts limits in Redis. Rejects if Redis does not respond. */
export class RedisLimits {
  private readonly redis: Redis;

  constructor({ server, timeoutMs, onError }: RedisLimitsOptions) {
    this.redis = new Redis({
      ...redisOptions(server),
      enableOfflineQueue: false,
      commandTimeout: timeoutMs,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
      reconnectOnError: ({ message }) => OTHER_SERVER.test(message),
    });
    this.redis.on('error', onError);
  }

  /** `onLost` receives the error of a failed release. */
  limiter(name: string, points: number, windowSeconds: number, onLost: (error: Error) => void): Limiter {
    const backendOf = (points: number) =>
      new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: `sandi:${name}`,
        points,
        duration: windowSeconds,
        rejectIfRedisNotReady: true,
        customIncrTtlLuaScript: COUNT,
      });
    return new RedisLimiter(points, backendOf, onLost);
  }

  /** Tests a write: Redis may answer PING and still reject writes or scripts. */
  counts(): Promise<boolean> {
    return countOnce(this.redis).then(
      () => true,
      () => false,
    );
  }

  close(): void {
    this.redis.disconnect();
  }
}

class RedisLimiter implements Limiter {
  /** Limiters by their points. All use the same counters. */
  private readonly backends = new LRUCache<number, RateLimiterRedis>({
    max: BACKENDS_MAX,
    memoMethod: (points) => this.backendOf(points),
  });

  constructor(
    private readonly points: number,
    private readonly backendOf: (points: number) => RateLimiterRedis,
    private readonly onLost: (error: Error) => void,
  ) {}

  async consume(key: string, points = this.points): Promise<LimitUse> {
    try {
      const result = await this.backends.memo(points).consume(key);
      const endsAtMs = performance.now() + result.msBeforeNext;
      return { ...remainingOf(result), allowed: true, release: () => this.release(key, endsAtMs) };
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        return { ...remainingOf(refusal), allowed: false, release: NOOP };
      throw refusal;
    }
  }

  /** A failed release leaves the use counted, and fails no request. */
  private async release(key: string, endsAtMs: number): Promise<void> {
    if (performance.now() >= endsAtMs) return;
    await this.backends.memo(this.points).reward(key).catch(this.onLost);
  }
}

const NOOP = () => Promise.resolve();

const remainingOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});
