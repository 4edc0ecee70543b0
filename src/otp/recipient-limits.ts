import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/index.js';
import { type Limiter, Limits, type LimitUse } from '../common/limits/index.js';
import { Config } from '../config/index.js';

const HOUR_SECONDS = 3600;

/** Against OTP bombing: how often one phone may be sent to, by one account and by all accounts together. */
@Injectable()
export class RecipientLimits {
  private readonly ofAccount: Limiter;
  private readonly ofAll: Limiter;

  constructor(limits: Limits, config: Config) {
    this.ofAccount = limits.limiter(
      'recipient',
      config.RECIPIENT_ATTEMPTS_MAX,
      config.RECIPIENT_WINDOW_SECONDS,
    );
    this.ofAll = limits.limiter('recipient-all', config.RECIPIENT_HOURLY_MAX, HOUR_SECONDS);
  }

  /**
   * Counts an attempt of the account, and takes one of the places that all accounts share. The function that it
   * resolves to gives the place back, if nothing is sent. `recipientIndex` is the blind index, never the phone. Fails
   * with `recipient_limited`.
   */
  async attempt(userId: number, livemode: boolean, recipientIndex: string): Promise<GiveBack> {
    const account = `${userId}:${livemode ? 'live' : 'test'}:${recipientIndex}`;
    const own = await this.ofAccount.consume(account);
    if (!own.allowed) throw new AppError('recipient_limited', { retryAfterSeconds: own.resetSeconds });
    if (!livemode) return NO_PLACE;
    const all = await this.ofAll.consume(recipientIndex);
    if (!all.allowed) throw new AppError('recipient_limited', { retryAfterSeconds: all.resetSeconds });
    return all.giveBack;
  }
}

type GiveBack = LimitUse['giveBack'];

/** For a send that takes no place. */
export const NO_PLACE: GiveBack = () => Promise.resolve();
