import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { Config } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';
import { Clock } from '../platform/time/clock.js';
import { User } from './user.entity.js';

const NO_LINK = { verifyTokenHash: null, verifyTokenUntil: null };

/** Whether somebody who reads an account's mail has said that the account is theirs. */
@Injectable()
export class VerifiedEmails {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The link that was mailed, by its token's hash; it takes the place of an earlier one. */
  async expect(tx: EntityManager, userId: number, verifyTokenHash: string, verifyTokenUntil: Date) {
    await tx.update(User, { id: userId }, { verifyTokenHash, verifyTokenUntil });
  }

  /** Verifies by the newest link, of this account and no other. False when it is not that, or too late. */
  async redeem(tx: EntityManager, userId: number, verifyTokenHash: string): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await tx.update(
      User,
      { id: userId, verifyTokenHash, verifyTokenUntil: MoreThan(now) },
      { emailVerifiedAt: now, ...NO_LINK },
    );
    return affected === 1;
  }

  /** Verifies an address that is proved by other means; true when it had not been. Holds the account's row. */
  async prove(tx: EntityManager, userId: number): Promise<boolean> {
    const { affected } = await tx.update(
      User,
      { id: userId, emailVerifiedAt: IsNull() },
      { emailVerifiedAt: this.clock.now(), ...NO_LINK },
    );
    return affected === 1;
  }

  /** Fails with `email_unverified` where the operator demands a verified address and the account has none. */
  async requireIfEnforced(tx: EntityManager, userId: number): Promise<void> {
    if (this.config.EMAIL_VERIFICATION !== 'required') return;
    if (await tx.existsBy(User, { id: userId, emailVerifiedAt: IsNull() }))
      throw new AppError('email_unverified');
  }
}
