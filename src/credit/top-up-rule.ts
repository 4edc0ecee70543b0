import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';

/**
 * Who may be given credit. Accounts are built upon this room, which therefore asks their table and not their service.
 */
@Injectable()
export class TopUpRule {
  constructor(private readonly config: Config) {}

  /** Fails with `email_unverified` where the operator demands a verified address and the account has none. */
  async require(tx: EntityManager, userId: number): Promise<void> {
    if (this.config.EMAIL_VERIFICATION !== 'required') return;
    const unverified = await tx.query<unknown[]>(
      'SELECT 1 FROM users WHERE id = ? AND email_verified_at IS NULL',
      [userId],
    );
    if (unverified.length > 0) throw new AppError('email_unverified');
  }
}
