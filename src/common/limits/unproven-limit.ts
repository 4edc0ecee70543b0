import { AppError, type ErrorCode } from '../errors/index.js';
import { addSeconds, type Clock, MINUTE_SECONDS } from '../time/clock.js';
import { admit } from './admit.js';
import type { Limiter } from './limiter.js';
import type { Limits } from './limits.js';

const PROVED_SECONDS = 86_400;
/** More than any service has callers; beyond it the one that was quiet for longest has to prove itself again. */
const PROVED_MAX = 10_000;

/** What only a caller who has proved himself is refused for, or one whom nobody has looked at. */
const NOT_FOR_THEIR_PROOF: readonly ErrorCode[] = ['malformed_json', 'callback_invalid', 'rate_limited'];

/** Whether a failure leaves the caller unproven; one of ours says nothing of them. */
export const isUnproven = (error: unknown): boolean =>
  error instanceof AppError && error.spec.status < 500 && !NOT_FOR_THEIR_PROOF.includes(error.code);

/**
 * Bounds what is done for callers who prove who they are only by what has to be read first. Behind a proxy that nobody
 * named (TRUST_PROXY) all callers have one address, so whoever proved himself there within a day is still listened to when
 * the others are too many.
 */
export class UnprovenLimit {
  private readonly failures: Limiter;
  /** By source, in the order of their last proofs. */
  private readonly provedUntil = new Map<string, Date>();

  constructor(
    limits: Limits,
    private readonly clock: Clock,
    { name, perMinute }: { name: string; perMinute: number },
  ) {
    this.failures = limits.limiter(name, perMinute, MINUTE_SECONDS);
  }

  /**
   * Does `work`, which fails with an error that `isUnproven` unless the caller is who he says. Fails with `rate_limited`
   * before it begins.
   *
   * @param isProven it has shown before who it is
   */
  async bound<T>(source: string, work: () => Promise<T>, isProven = false): Promise<T> {
    const isKnown = isProven || this.hasProved(source);
    // Taken before the work, and given back by a proof: of many that come at once, all would pass a look.
    const failure = isKnown ? undefined : await this.failures.consume(source);
    if (failure) admit(failure);
    try {
      const done = await work();
      this.proved(source);
      await failure?.giveBack();
      return done;
    } catch (error) {
      if (!isUnproven(error)) await failure?.giveBack();
      else if (isKnown) await this.failures.consume(source);
      throw error;
    }
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
