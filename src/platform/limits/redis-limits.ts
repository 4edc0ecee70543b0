import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, LimitUse } from './limiter.js';
import { redisOptions, type RedisServer } from './redis-address.js';

/** So many numbers of points are kept ready at once. */
const BACKENDS_MAX = 1_000;
const PROBE_SECONDS = 60;
/** This server does not count, and another may stand behind the address: it was the primary before, or lost its own. */
const OTHER_SERVER = /\b(?:READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|NOAUTH)\b/;

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

/** Counts a use of nobody's, as every limit does. Fails where Redis cannot count. */
export async function countOnce(redis: Redis): Promise<void> {
  await redis.eval(COUNT, 1, 'sandi:health:probe', 1, PROBE_SECONDS, Number.MAX_SAFE_INTEGER);
}

interface RedisLimitsOptions {
  server: RedisServer;
  /** How long an answer is waited for. */
  timeoutMs: number;
  onError: (error: Error) => void;
}

/** Limits that are counted in Redis; they fail where it does not answer. */
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

  /** `onLost` is told where a use could not be given back. */
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

  /** Whether it counts: it may answer a PING and refuse to write, or to run the script. */
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
  /** By points. They count in the same place: the points say no more than what is refused. */
  private readonly backends = new Map<number, RateLimiterRedis>();

  constructor(
    private readonly points: number,
    private readonly backendOf: (points: number) => RateLimiterRedis,
    private readonly onLost: (error: Error) => void,
  ) {}

  async consume(key: string, points = this.points): Promise<LimitUse> {
    try {
      const result = await this.backend(points).consume(key);
      const endsAtMs = performance.now() + result.msBeforeNext;
      return { ...roomOf(result), allowed: true, release: () => this.release(key, endsAtMs) };
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        return { ...roomOf(refusal), allowed: false, release: NOTHING_TAKEN };
      throw refusal;
    }
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
  private async release(key: string, endsAtMs: number): Promise<void> {
    if (performance.now() >= endsAtMs) return;
    await this.backend(this.points).reward(key).catch(this.onLost);
  }
}

const NOTHING_TAKEN = () => Promise.resolve();

const roomOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});
