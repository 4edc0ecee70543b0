import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { ApiKeyPrincipal, Standing } from '../platform/access/principal.js';
import { AppError } from '../platform/errors/index.js';
import { type Limiter, Limits, type LimitUse } from '../platform/limits/index.js';

const HOUR_SECONDS = 3600;

/**
 * Up to which part of a phone's hourly limit an account may still send: so that sign-ups, which cost nothing, cannot use up
 * the places of those who pay.
 */
const SHARES = { paying: 1, verified: 1 / 2, unproven: 1 / 4 } as const satisfies Record<Standing, number>;

/** Against OTP bombing: how often one phone may be sent to, by one account and by all accounts together. */
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
   * Counts an attempt of the account, and a place of the limit that all accounts share. Returns a function that releases
   * the place, for a send that sends nothing. `recipientIndex` is the blind index. Fails with `recipient_limited`.
   */
  async attempt({ userId, mode, standing }: Sender, recipientIndex: string): Promise<Release> {
    const account = `${userId}:${mode}:${recipientIndex}`;
    const own = await this.ofAccount.consume(account);
    if (!own.allowed) throw new AppError('recipient_limited', { retryAfterSeconds: own.resetSeconds });
    if (mode === 'test') return noop;
    const places = Math.max(1, Math.floor(this.hourlyMax * SHARES[standing]));
    const all = await this.ofAll.consume(recipientIndex, places);
    if (!all.allowed) throw new AppError('recipient_limited', { retryAfterSeconds: all.resetSeconds });
    return all.release;
  }
}

type Sender = Pick<ApiKeyPrincipal, 'userId' | 'mode' | 'standing'>;
type Release = LimitUse['release'];

export const noop: Release = () => Promise.resolve();
