import { Injectable } from '@nestjs/common';
import { Config } from '../common/config/index.js';
import { AppError } from '../common/errors/index.js';
import { Limits, type Limiter } from '../common/limits/index.js';
import { BlindIndex } from '../common/security/blind-index.js';

type Door = 'login' | 'change-password';

/**
 * How many wrong passwords one account takes in a window. An attempt counts before its password is checked, so that
 * many at once do not get more; a right one forgets them. It goes by what was typed, so that an unknown account is
 * throttled just like a known one.
 */
@Injectable()
export class LoginThrottle {
  private readonly limiter: Limiter;
  private readonly index: BlindIndex;

  constructor(limits: Limits, config: Config) {
    this.limiter = limits.limiter('login', config.LOGIN_ATTEMPTS_MAX, config.LOGIN_WINDOW_SECONDS);
    this.index = new BlindIndex(config.DATA_KEY, 'login');
  }

  /** Counts an attempt to log in as `login`, or to prove the password of a session's account. Fails with `rate_limited`. */
  async attempt(door: Door, login: string): Promise<void> {
    const { allowed, resetSeconds } = await this.limiter.consume(this.keyOf(door, login));
    if (allowed) return;
    throw new AppError('rate_limited', {
      message: 'Rate limit tercapai. Terlalu banyak percobaan login, coba lagi setelah beberapa saat.',
      retryAfterSeconds: resetSeconds,
    });
  }

  async forget(door: Door, login: string): Promise<void> {
    await this.limiter.reset(this.keyOf(door, login));
  }

  private keyOf(door: Door, login: string): string {
    return this.index.of(door, login.trim().toLowerCase());
  }
}
