import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { Config } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';
import { Clock } from '../platform/time/clock.js';
import { withContacts } from './contacts.js';
import { User } from './user.entities.js';

const NO_LINK = { verifyTokenHash: null, verifyTokenUntil: null };

/** Verification of the addresses of accounts. */
@Injectable()
export class VerifiedEmails {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Stores the hash of a mailed token, in place of an earlier one. */
  async expect(tx: EntityManager, userId: number, verifyTokenHash: string, verifyTokenUntil: Date) {
    await tx.update(User, { id: userId }, { verifyTokenHash, verifyTokenUntil });
  }

  /** Verifies by the newest token of this account; false if it is another or has expired. */
  async redeem(tx: EntityManager, userId: number, verifyTokenHash: string): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await tx.update(
      User,
      { id: userId, verifyTokenHash, verifyTokenUntil: MoreThan(now) },
      { emailVerifiedAt: now, ...NO_LINK },
    );
    return affected === 1;
  }

  /** Verifies an address by other means; true if it was unverified. Locks the account's row. */
  async prove(tx: EntityManager, userId: number): Promise<boolean> {
    const { affected } = await tx.update(
      User,
      { id: userId, emailVerifiedAt: IsNull() },
      { emailVerifiedAt: this.clock.now(), ...NO_LINK },
    );
    return affected === 1;
  }

  /** Fails with `email_unverified` if the operator requires a verified address. */
  async requireIfEnforced(tx: EntityManager, userId: number): Promise<void> {
    if (this.config.EMAIL_VERIFICATION !== 'required') return;
    const accounts = await withContacts(tx, await tx.findBy(User, { id: userId }));
    if (accounts.some(({ emailVerifiedAt }) => emailVerifiedAt === null))
      throw new AppError('email_unverified');
  }
}
