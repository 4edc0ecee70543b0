import { Injectable } from '@nestjs/common';
import { AppError, type ErrorCode } from '../../common/errors/index.js';
import { addressKey, admit, type Limiter, Limits, UnprovenLimit } from '../../common/limits/index.js';
import { Clock } from '../../common/time/clock.js';
import { Config } from '../../config/index.js';

const MINUTE_SECONDS = 60;

/** What only authentic callbacks are refused for, or those that nobody has looked at. */
const NOT_FOR_THEIR_PROOF: readonly ErrorCode[] = ['malformed_json', 'callback_invalid', 'rate_limited'];

/** One caller at one address of ours. */
export interface CallbackSource {
  /** The device whose address it is; one count for all that are none, so that there are not as many counts as numbers. */
  route: number | 'common' | 'unknown';
  /** The caller's. */
  address: string;
  /** It has shown without its body who it is. */
  isProven?: boolean;
}

/** Bounds callbacks before their bodies are read. A stranger's use up nothing of what a gateway's need. */
@Injectable()
export class CallbackRates {
  private readonly all: Limiter;
  private readonly unproven: UnprovenLimit;

  constructor(limits: Limits, clock: Clock, config: Config) {
    this.all = limits.limiter('callbacks', config.CALLBACK_RATE_PER_MINUTE, MINUTE_SECONDS);
    this.unproven = new UnprovenLimit(limits, clock, {
      name: 'callback-failures',
      perMinute: config.CALLBACK_FAILURES_PER_MINUTE,
    });
  }

  /** Does `work`, which fails unless the callback is authentic. Fails with `rate_limited` before it begins. */
  bound<T>({ route, address, isProven }: CallbackSource, work: () => Promise<T>): Promise<T> {
    const source = `${route}:${addressKey(address)}`;
    return this.unproven.bound(source, { isProven, isUnproven }, async () => {
      const place = await this.all.consume(source);
      admit(place);
      try {
        return await work();
      } catch (error) {
        if (isUnproven(error)) await place.giveBack();
        throw error;
      }
    });
  }
}

const isUnproven = (error: unknown) =>
  error instanceof AppError && error.spec.status < 500 && !NOT_FOR_THEIR_PROOF.includes(error.code);
