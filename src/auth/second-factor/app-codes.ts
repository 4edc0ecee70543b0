import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { Config } from '../../config/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Sealer } from '../../platform/security/sealer.js';
import { addSeconds, Clock, secondsUntil } from '../../platform/time/clock.js';
import { SecondFactor } from '../auth.entities.js';
import { CONFIRMED } from './remove-second-factor.js';
import { stepOf } from './totp.js';

/** Beyond this many wrong codes in a row, only a recovery code or an administrator helps. */
export const MISSES_MAX = 100;
/** Typing errors without a pause. */
export const FREE_MISSES = 5;

const PAUSE_SECONDS = 30;
const PAUSE_MAX_SECONDS = 3600;

/** The pause after wrong codes in a row: 30 s after the last free one, then doubling. */
export function codePauseSeconds(misses: number, free: number): number {
  const beyond = misses - free;
  return beyond < 0 ? 0 : Math.min(PAUSE_MAX_SECONDS, PAUSE_SECONDS * 2 ** Math.min(beyond, 10));
}

/**
 * Checks codes of authenticator apps. Only a right code or a recovery code resets the count of wrong ones: a password
 * reset or an unlock does not.
 */
@Injectable()
export class AppCodes {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.sealer = new Sealer(config.dataKeys);
  }

  /**
   * Accepts a code once. Returns the wrong codes in a row, 0 after a right one. Fails with `rate_limited` during a
   * pause, or `second_factor_locked`.
   */
  take(userId: number, code: string): Promise<number> {
    return this.database.tx(async (tx) => {
      const now = this.clock.now();
      // Counts and locks the row before the check, so that parallel guesses wait.
      const isOpen = await this.countAttempt(tx, userId, now);
      const row = await tx.findOneBy(SecondFactor, { userId, ...CONFIRMED });
      if (!row) throw new AppError('second_factor_wrong');
      if (!isOpen) throw this.closed(row, now);
      if (await this.spend(tx, row, code, now)) return 0;
      const seconds = codePauseSeconds(row.misses, Math.min(FREE_MISSES, this.config.LOGIN_ATTEMPTS_MAX));
      if (seconds > 0) await tx.update(SecondFactor, { userId }, { pausedUntil: addSeconds(now, seconds) });
      return row.misses;
    });
  }

  async forgetMisses(tx: EntityManager, userId: number): Promise<void> {
    await tx.update(SecondFactor, { userId }, { misses: 0, pausedUntil: null });
  }

  private async countAttempt(tx: EntityManager, userId: number, now: Date): Promise<boolean> {
    const mayTry = { userId, ...CONFIRMED, misses: LessThan(MISSES_MAX) };
    const { affected } = await tx
      .createQueryBuilder()
      .update(SecondFactor)
      .set({ misses: () => 'misses + 1' })
      .where([
        { ...mayTry, pausedUntil: IsNull() },
        { ...mayTry, pausedUntil: LessThanOrEqual(now) },
      ])
      .execute();
    return affected === 1;
  }

  private closed({ misses, pausedUntil }: SecondFactor, now: Date): AppError {
    if (misses >= MISSES_MAX) return new AppError('second_factor_locked');
    return new AppError('rate_limited', {
      message: {
        id: 'Rate limit tercapai. Terlalu banyak kode salah: tunggu sebentar, atau gunakan kode pemulihan.',
        en: 'Rate limit reached. Too many wrong codes: wait a moment, or use a recovery code.',
      },
      retryAfterSeconds: secondsUntil(now, pausedUntil ?? now),
    });
  }

  private async spend(tx: EntityManager, row: SecondFactor, code: string, now: Date): Promise<boolean> {
    const { userId, sealedSecret } = row;
    const secret = this.sealer.tryOpen(sealedSecret);
    const step = secret === undefined ? null : stepOf(secret, code, now);
    if (step === null) return false;
    const unspent = { userId, sealedSecret, lastStep: LessThan(step) };
    const taken = { lastStep: step, misses: 0, pausedUntil: null };
    const { affected } = await tx.update(SecondFactor, unspent, taken);
    return affected === 1;
  }
}
