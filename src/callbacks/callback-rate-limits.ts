import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import {
  addressKey,
  isVerificationFailure,
  type Limiter,
  Limits,
  requireAllowed,
  UnverifiedCallerLimit,
} from '../platform/limits/index.js';
import { Clock, MINUTE_SECONDS } from '../platform/time/clock.js';
import { PerSourceLimiter } from './per-source-limiter.js';

/** More than a burst of ten thousand. A waiting request needs little memory, since its body is unread. */
const WAITING_MAX = 20_000;

export interface CallbackSource {
  /** The device in the callback's path; `common`: the path without a device. All unknown devices share one count. */
  route: number | 'common' | 'unknown';
  address: string;
  /** The callback's address already authenticates the caller, so that the body is not needed for it. */
  isProven?: boolean;
}

/**
 * Limits callbacks before their bodies are read. Bounds the concurrent callbacks of each source, its callbacks per
 * minute (CALLBACK_RATE_PER_MINUTE), and the failures of sources that have not authenticated.
 */
@Injectable()
export class CallbackRateLimits {
  private readonly all: Limiter | undefined;
  private readonly turns: PerSourceLimiter;
  private readonly unproven: UnverifiedCallerLimit;

  constructor(limits: Limits, clock: Clock, config: Config) {
    const perMinute = config.CALLBACK_RATE_PER_MINUTE;
    this.all = perMinute > 0 ? limits.limiter('callbacks', perMinute, MINUTE_SECONDS) : undefined;
    this.turns = new PerSourceLimiter(config.CALLBACKS_AT_ONCE_MAX, WAITING_MAX);
    this.unproven = new UnverifiedCallerLimit(limits, clock, {
      name: 'callback-failures',
      perMinute: config.CALLBACK_FAILURES_PER_MINUTE,
    });
  }

  /** `work` must throw unless the callback is authentic. Fails with `rate_limited` or `overloaded` before it starts. */
  bound<T>({ route, address, isProven }: CallbackSource, work: () => Promise<T>): Promise<T> {
    const source = `${route}:${addressKey(address)}`;
    const counted = async () => {
      const place = await this.all?.consume(source);
      if (place) requireAllowed(place);
      try {
        return await this.turns.run(source, work);
      } catch (error) {
        if (isVerificationFailure(error)) await place?.release();
        throw error;
      }
    };
    return this.unproven.run(source, counted, isProven);
  }
}
