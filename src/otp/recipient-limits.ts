import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal, Standing } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { consumeAll, type Limiter, Limits, type LimitUse } from '../platform/limits/index.js';
import type { Indexes } from '../platform/security/hashing.js';
import { HOUR_SECONDS } from '../platform/time/clock.js';

/**
 * The share of a phone's hourly limit that an account can use, by its standing. So free sign-ups cannot use up the
 * limit for accounts that pay.
 */
const SHARES = { paying: 1, verified: 1 / 2, unproven: 1 / 4 } as const satisfies Record<Standing, number>;

/** Limits how often one account, and all accounts together, may send to one phone, against OTP bombing. */
@Injectable()
export class RecipientLimits {
  private readonly ofAccount: Limiter;
  private readonly ofAll: Limiter;
  private readonly hourlyMax: number;

  constructor(limits: Limits, config: Config) {
    this.ofAccount = limits.limiter(
      'recipient',
      config.RECIPIENT_ATTEMPTS_MAX,
      config.RECIPIENT_WINDOW_SECONDS,
    );
    this.hourlyMax = config.RECIPIENT_HOURLY_MAX;
    this.ofAll = limits.limiter('recipient-all', this.hourlyMax, HOUR_SECONDS);
  }

  /**
   * Counts a send of the account, and of all accounts together. Returns a function that takes back the second count,
   * for a send that sent nothing. `recipient`: its blind indexes. Fails with `recipient_limited`.
   */
  async attempt({ userId, mode, standing }: Sender, recipient: Indexes): Promise<Release> {
    const own = await consumeAll(this.ofAccount, ofAccount(userId, mode, recipient));
    if (!own.allowed) throw new AppError('recipient_limited', { retryAfterSeconds: own.resetSeconds });
    if (mode === 'test') return noop;
    const max = Math.max(1, Math.floor(this.hourlyMax * SHARES[standing]));
    const all = await consumeAll(this.ofAll, recipient, max);
    if (!all.allowed) throw new AppError('recipient_limited', { retryAfterSeconds: all.resetSeconds });
    return all.release;
  }
}

type Sender = Pick<ApiKeyPrincipal, 'userId' | 'mode' | 'standing'>;
type Release = LimitUse['release'];

/** The limiter keys of an account for one recipient. */
const ofAccount = (userId: number, mode: string, [first, ...others]: Indexes): Indexes => {
  const key = (index: string) => `${userId}:${mode}:${index}`;
  return [key(first), ...others.map(key)];
};

export const noop: Release = () => Promise.resolve();

/**
 * A guess at a four-digit code succeeds 1 in 10,000 times, so at most three tries are allowed, whatever is configured.
 */
const FOUR_DIGITS = { length: 4, triesMax: 3 } as const;

/** How many wrong tries a code of `codeLength` digits allows. `triesMax`: the configured or requested number. */
export const triesFor = (codeLength: number, triesMax: number): number =>
  codeLength <= FOUR_DIGITS.length ? Math.min(triesMax, FOUR_DIGITS.triesMax) : triesMax;

/** Limits the wrong codes that an account may submit for one recipient, over all its messages and verifications. */
@Injectable()
export class WrongCodes {
  private readonly limiter: Limiter;

  constructor(limits: Limits, config: Config) {
    this.limiter = limits.limiter('wrong-codes', config.WRONG_CODES_HOURLY_MAX, HOUR_SECONDS);
  }

  /**
   * Runs a check, and counts it if `isWrong(result)`. Each check uses the limit before it runs, so that parallel
   * guesses do not exceed it. A check whose code was not wrong releases it. Fails with `check_limited`.
   */
  async count<T>(
    { userId, mode }: Pick<ApiKeyPrincipal, 'userId' | 'mode'>,
    recipient: Indexes,
    check: () => Promise<T>,
    isWrong: (result: T) => boolean,
  ): Promise<T> {
    const use = await consumeAll(this.limiter, ofAccount(userId, mode, recipient));
    if (!use.allowed)
      throw new AppError('check_limited', { retryAfterSeconds: use.resetSeconds, detail: SPENT });
    let result: T;
    try {
      result = await check();
    } catch (error) {
      await use.release();
      throw error;
    }
    if (!isWrong(result)) await use.release();
    return result;
  }
}

const SPENT = {
  id: 'Terlalu banyak kode salah untuk nomor ini dalam satu jam, dari semua pesan dan verifikasi akun ini.',
  en: 'Too many wrong codes for this number within an hour, over all messages and verifications of this account.',
};
