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
import { FairTurns } from './fair-turns.js';

/** Requests that wait unread hold little memory: a burst of ten thousand gets through. */
const WAITING_MAX = 20_000;

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
 * Bounds callbacks before their bodies are read. A stranger's use up nothing of what a gateway's need: those of a gateway that
 * has proved itself are not counted unless CALLBACK_RATE_PER_MINUTE says so, and so many at once are worked on.
 */
@Injectable()
export class CallbackRates {
  private readonly all: Limiter | undefined;
  private readonly turns: FairTurns;
  private readonly unproven: UnverifiedCallerLimit;

  constructor(limits: Limits, clock: Clock, config: Config) {
    const perMinute = config.CALLBACK_RATE_PER_MINUTE;
    this.all = perMinute > 0 ? limits.limiter('callbacks', perMinute, MINUTE_SECONDS) : undefined;
    this.turns = new FairTurns(config.CALLBACKS_AT_ONCE_MAX, WAITING_MAX);
    this.unproven = new UnverifiedCallerLimit(limits, clock, {
      name: 'callback-failures',
      perMinute: config.CALLBACK_FAILURES_PER_MINUTE,
    });
  }

  /**
   * Does `work`, which fails unless the callback is authentic. Fails with `rate_limited`, or `overloaded` where too many
   * wait, before it begins.
   */
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
    return this.unproven.bound(source, counted, isProven);
  }
}
