import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal, Standing } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { consumeAll, type Limiter, Limits, type LimitUse } from '../platform/limits/index.js';
import type { Indexes } from '../platform/security/hashing.js';

const HOUR_SECONDS = 3600;

/**
 * The share of a phone's hourly limit that accounts of a standing can use. Free sign-ups cannot use up the limit for
 * accounts that pay.
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
   * Counts a send of the account, and of all accounts together. Returns a function that takes back the second count, for
   * a send that sent nothing. `recipient`: its blind indexes. Fails with `recipient_limited`.
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

/** Keys of limits that an account has for one recipient. */
export const ofAccount = (userId: number, mode: string, [first, ...others]: Indexes): Indexes => {
  const key = (index: string) => `${userId}:${mode}:${index}`;
  return [key(first), ...others.map(key)];
};

export const noop: Release = () => Promise.resolve();
