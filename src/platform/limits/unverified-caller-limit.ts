import { AppError, type ErrorCode } from '../errors/index.js';
import { addSeconds, type Clock, MINUTE_SECONDS } from '../time/clock.js';
import { type Limiter, type LimitUse, requireAllowed } from './limiter.js';
import type { Limits } from './limits.js';

const PROVED_SECONDS = 86_400;
/** More than any service has callers; beyond it the one that was quiet for longest has to prove itself again. */
const PROVED_MAX = 10_000;
/** Requests that wait for a first proof, over all sources. */
const WAITING_MAX = 10_000;

/** What only a caller who has proved himself is refused for, or one whom nobody has looked at. */
const NOT_FOR_THEIR_PROOF: readonly ErrorCode[] = ['malformed_json', 'callback_invalid', 'rate_limited'];

/** Whether a failure leaves the caller unproven; one of ours says nothing of them. */
export const isVerificationFailure = (error: unknown): boolean =>
  error instanceof AppError && error.spec.status < 500 && !NOT_FOR_THEIR_PROOF.includes(error.code);

/**
 * Bounds what is done for callers who prove who they are only by what has to be read first. Behind a proxy that nobody
 * named (TRUST_PROXY) all callers have one address, so whoever proved himself there within a day is still listened to when
 * the others are too many.
 */
export class UnverifiedCallerLimit {
  private readonly failures: Limiter;
  /** By source, in the order of their last proofs. */
  private readonly provedUntil = new Map<string, Date>();
  /** Work of sources that have not proved themselves, the latest of each; it never rejects. */
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
   * Does `work`, which fails with an error that `isVerificationFailure` unless the caller is who he says. Fails with `rate_limited`
   * before it begins.
   *
   * @param isProven it has shown before who it is
   */
  async bound<T>(source: string, work: () => Promise<T>, isProven = false): Promise<T> {
    const isKnown = isProven || this.hasProved(source);
    // Taken before the work, and given back by a proof: of many that come at once, all would pass a look.
    const failure = isKnown ? undefined : await this.failures.consume(source);
    if (failure && !failure.allowed && (await this.provesItself(source)))
      return this.bound(source, work, true);
    if (failure) requireAllowed(failure);
    const result = this.proving(source, { work, failure });
    if (failure) this.follow(source, result);
    return result;
  }

  private async proving<T>(
    source: string,
    { work, failure }: { work: () => Promise<T>; failure: LimitUse | undefined },
  ): Promise<T> {
    try {
      const done = await work();
      this.proved(source);
      await failure?.release();
      return done;
    } catch (error) {
      if (!isVerificationFailure(error)) await failure?.release();
      else if (!failure) await this.failures.consume(source);
      throw error;
    }
  }

  /** A burst of a caller that this process does not know yet: one of its first requests proves all the others. */
  private async provesItself(source: string): Promise<boolean> {
    if (this.waiting >= WAITING_MAX) return false;
    this.waiting++;
    try {
      for (
        let work = this.underWay.get(source);
        work && !this.hasProved(source);
        work = this.underWay.get(source)
      )
        await work;
    } finally {
      this.waiting--;
    }
    return this.hasProved(source);
  }

  private follow(source: string, work: Promise<unknown>): void {
    const settled = work
      .catch(() => undefined)
      .finally(() => {
        if (this.underWay.get(source) === settled) this.underWay.delete(source);
      });
    this.underWay.set(source, settled);
  }

  private hasProved(source: string): boolean {
    const until = this.provedUntil.get(source);
    return until !== undefined && until > this.clock.now();
  }

  private proved(source: string): void {
    this.provedUntil.delete(source);
    this.provedUntil.set(source, addSeconds(this.clock.now(), PROVED_SECONDS));
    const [quietest] = this.provedUntil.keys();
    if (quietest !== undefined && this.provedUntil.size > PROVED_MAX) this.provedUntil.delete(quietest);
  }
}
