import { LRUCache } from 'lru-cache';
import { AppError, type ErrorCode } from '../errors/index.js';
import { addSeconds, type Clock, MINUTE_SECONDS } from '../time/clock.js';
import { type Limiter, type LimitUse, requireAllowed } from './limiter.js';
import type { Limits } from './limits.js';

const VERIFIED_SECONDS = 86_400;
/** More callers than any service has. */
const VERIFIED_MAX = 10_000;
/** Requests that wait for the first verification, over all sources. */
const WAITING_MAX = 10_000;

/** Errors that say nothing about the caller's identity. */
const NOT_ABOUT_IDENTITY: readonly ErrorCode[] = ['malformed_json', 'callback_invalid', 'rate_limited'];

/** Whether an error means that the caller is not verified. */
export const isVerificationFailure = (error: unknown): boolean =>
  error instanceof AppError && error.spec.status < 500 && !NOT_ABOUT_IDENTITY.includes(error.code);

/**
 * Rate-limits requests whose signature can only be checked after reading the body. Callers that verified within a day
 * stay exempt: behind an unknown proxy, all callers share one address.
 */
export class UnverifiedCallerLimit {
  private readonly failures: Limiter;
  /** By source. */
  private readonly verifiedUntil = new LRUCache<string, Date>({ max: VERIFIED_MAX });
  /** The latest unverified request of each source. Its promise never rejects. */
  private readonly underWay = new Map<string, Promise<unknown>>();
  private waiting = 0;

  constructor(
    limits: Limits,
    private readonly clock: Clock,
    { name, perMinute }: { name: string; perMinute: number },
  ) {
    this.failures = limits.limiter(name, perMinute, MINUTE_SECONDS);
  }

  /**
   * Runs `work`, unless the caller failed too often before: `rate_limited`. Errors of `work` that {@link
   * isVerificationFailure} accepts count as failures.
   */
  async run<T>(source: string, work: () => Promise<T>, isExempt = false): Promise<T> {
    const isKnown = isExempt || this.isVerified(source);
    // Counted before the work and released if the caller verifies: a check alone would let parallel requests pass.
    const failure = isKnown ? undefined : await this.failures.consume(source);
    if (failure && !failure.allowed && (await this.isVerifiedByOthers(source)))
      return this.run(source, work, true);
    if (failure) requireAllowed(failure);
    const result = this.verify(source, { work, failure });
    if (failure) this.follow(source, result);
    return result;
  }

  private async verify<T>(
    source: string,
    { work, failure }: { work: () => Promise<T>; failure: LimitUse | undefined },
  ): Promise<T> {
    try {
      const done = await work();
      this.markVerified(source);
      await failure?.release();
      return done;
    } catch (error) {
      if (!isVerificationFailure(error)) await failure?.release();
      else if (!failure) await this.failures.consume(source);
      throw error;
    }
  }

  /** In a burst of an unknown caller, one verified request exempts the others. */
  private async isVerifiedByOthers(source: string): Promise<boolean> {
    if (this.waiting >= WAITING_MAX) return false;
    this.waiting++;
    try {
      for (
        let work = this.underWay.get(source);
        work && !this.isVerified(source);
        work = this.underWay.get(source)
      )
        await work;
    } finally {
      this.waiting--;
    }
    return this.isVerified(source);
  }

  private follow(source: string, work: Promise<unknown>): void {
    const finished = work
      .catch(() => undefined)
      .finally(() => {
        if (this.underWay.get(source) === finished) this.underWay.delete(source);
      });
    this.underWay.set(source, finished);
  }

  private isVerified(source: string): boolean {
    const until = this.verifiedUntil.get(source);
    return until !== undefined && until > this.clock.now();
  }

  private markVerified(source: string): void {
    this.verifiedUntil.set(source, addSeconds(this.clock.now(), VERIFIED_SECONDS));
  }
}
