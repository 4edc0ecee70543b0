import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { consumeAll, type Limiter, Limits } from '../platform/limits/index.js';
import type { Indexes } from '../platform/security/hashing.js';
import { ofAccount } from './recipient-limits.js';

const HOUR_SECONDS = 3600;

/** A code of four digits is guessed at 1 in 10,000, so fewer tries are allowed whatever else is configured. */
const FOUR_DIGITS = { length: 4, triesMax: 3 } as const;

/** How many wrong codes one code of `codeLength` digits allows, where `triesMax` is configured or requested. */
export const triesFor = (codeLength: number, triesMax: number): number =>
  codeLength <= FOUR_DIGITS.length ? Math.min(triesMax, FOUR_DIGITS.triesMax) : triesMax;

/** Limits the wrong codes that an account may show for one recipient, over all its messages and verifications. */
@Injectable()
export class WrongCodes {
  private readonly limiter: Limiter;

  constructor(limits: Limits, config: Config) {
    this.limiter = limits.limiter('wrong-codes', config.WRONG_CODES_HOURLY_MAX, HOUR_SECONDS);
  }

  /**
   * Runs a check and counts it if `isWrong` says so of its result. The place is taken before the check, so that parallel
   * guesses do not exceed the limit. Fails with `check_limited`.
   */
  async count<T>(
    { userId, mode }: Pick<ApiKeyPrincipal, 'userId' | 'mode'>,
    recipient: Indexes,
    check: () => Promise<T>,
    isWrong: (result: T) => boolean,
  ): Promise<T> {
    const place = await consumeAll(this.limiter, ofAccount(userId, mode, recipient));
    if (!place.allowed)
      throw new AppError('check_limited', { retryAfterSeconds: place.resetSeconds, detail: SPENT });
    let result: T;
    try {
      result = await check();
    } catch (error) {
      await place.release();
      throw error;
    }
    if (!isWrong(result)) await place.release();
    return result;
  }
}

const SPENT = {
  id: 'Terlalu banyak kode salah untuk nomor ini dalam satu jam, dari semua pesan dan verifikasi akun ini.',
  en: 'Too many wrong codes for this number within an hour, over all messages and verifications of this account.',
};
