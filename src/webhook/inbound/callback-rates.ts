import { Injectable } from '@nestjs/common';
import {
  addressKey,
  admit,
  isUnproven,
  type Limiter,
  Limits,
  UnprovenLimit,
} from '../../common/limits/index.js';
import { Clock, MINUTE_SECONDS } from '../../common/time/clock.js';
import { Config } from '../../config/index.js';

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
    const counted = async () => {
      const place = await this.all.consume(source);
      admit(place);
      try {
        return await work();
      } catch (error) {
        if (isUnproven(error)) await place.giveBack();
        throw error;
      }
    };
    return this.unproven.bound(source, counted, isProven);
  }
}
