import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode } from '../../common/errors/index.js';
import { addressKey, type Limiter, Limits } from '../../common/limits/index.js';
import { addSeconds, Clock } from '../../common/time/clock.js';
import { Config } from '../../config/index.js';

const MINUTE_SECONDS = 60;
const PROVED_SECONDS = 86_400;
/** More than any pool has gateways; beyond it the one that was quiet for longest has to prove itself again. */
const PROVED_MAX = 10_000;

/** What only authentic callbacks are refused for. */
const AFTER_THE_PROOF: readonly ErrorCode[] = ['malformed_json', 'callback_invalid'];

/** One caller at one address of ours. */
export interface CallbackSource {
  /** The device whose address it is; one count for all that are none, so that there are not as many counts as numbers. */
  route: number | 'common' | 'unknown';
  /** The caller's. */
  address: string;
  /** It has shown without its body who it is. */
  isProven?: boolean;
}

/**
 * Bounds callbacks before their bodies are read. Behind a proxy that nobody named (TRUST_PROXY) all callers have one
 * address, so a stranger's must not use up what a gateway's need: unproven ones give their place back, and when they
 * are too many, whoever proved himself there within a day is still listened to.
 */
@Injectable()
export class CallbackRates {
  private readonly all: Limiter;
  private readonly failures: Limiter;
  /** By source, in the order of their last proofs. */
  private readonly provedUntil = new Map<string, Date>();

  constructor(
    limits: Limits,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.all = limits.limiter('callbacks', config.CALLBACK_RATE_PER_MINUTE, MINUTE_SECONDS);
    this.failures = limits.limiter('callback-failures', config.CALLBACK_FAILURES_PER_MINUTE, MINUTE_SECONDS);
  }

  /** Does `work`, which fails unless the callback is authentic. Fails with `rate_limited` before it begins. */
  async bound<T>({ route, address, isProven = false }: CallbackSource, work: () => Promise<T>): Promise<T> {
    const source = `${route}:${addressKey(address)}`;
    if (!isProven && !this.hasProved(source)) admit(await this.failures.look(source));
    const place = await this.all.consume(source);
    admit(place);
    try {
      const done = await work();
      this.proved(source);
      return done;
    } catch (error) {
      if (isUnproven(error)) await Promise.all([place.giveBack(), this.failures.consume(source)]);
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

function admit({ allowed, resetSeconds }: { allowed: boolean; resetSeconds: number }): void {
  if (!allowed) throw new AppError('rate_limited', { retryAfterSeconds: resetSeconds });
}

const isUnproven = (error: unknown) =>
  error instanceof AppError && error.spec.status < 500 && !AFTER_THE_PROOF.includes(error.code);
