import { Injectable } from '@nestjs/common';
import { Config } from '../common/config/index.js';
import { AppError } from '../common/errors/index.js';
import { Limits, type Limiter } from '../common/limits/index.js';
import { BlindIndex } from '../common/security/blind-index.js';

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

  /** Counts an attempt. Fails with `rate_limited`. */
  async attempt(login: string): Promise<void> {
    const { allowed, resetSeconds } = await this.limiter.consume(this.keyOf(login));
    if (allowed) return;
    throw new AppError('rate_limited', {
      message: 'Rate limit tercapai. Terlalu banyak percobaan login, coba lagi setelah beberapa saat.',
      retryAfterSeconds: resetSeconds,
    });
  }

  async forget(...logins: string[]): Promise<void> {
    for (const login of logins) await this.limiter.reset(this.keyOf(login));
  }

  private keyOf(login: string): string {
    return this.index.of(login.trim().toLowerCase());
  }
}
