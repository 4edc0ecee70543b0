import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { Database, execute } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { countConverted } from '../conversions.js';
import { SendJournal } from '../journal/send-journal.js';
import { Message } from '../message.entity.js';
import { Verification } from './verification.entity.js';
import { type Change, judgeResend } from './verification.rules.js';
import { verificationEvent } from './verification-view.js';

type NewCode = Pick<Verification, 'messageId' | 'codeIndex'>;

/** Where verifications are read and written; of a transaction's locks theirs come first. */
@Injectable()
export class VerificationRows {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookOutbox,
    private readonly journal: SendJournal,
    private readonly clock: Clock,
  ) {}

  /** Of the key's account and mode. Fails with `not_found`. */
  async find(who: ApiKeyPrincipal, reference: string): Promise<Verification> {
    return found(await this.database.read.findOneBy(Verification, ownedBy(who, reference)), reference);
  }

  messageOf({ messageId }: Verification): Promise<Message> {
    return this.database.read.findOneByOrFail(Message, { id: messageId });
  }

  /** The same, kept from changing until the transaction ends. */
  async hold(tx: EntityManager, who: ApiKeyPrincipal, reference: string): Promise<Verification> {
    const query = tx.createQueryBuilder(Verification, 'verification').where(ownedBy(who, reference));
    // On SQLite nothing else writes meanwhile, and there are no row locks.
    if (this.database.engine === 'mysql') query.setLock('pessimistic_write');
    return found(await query.getOne(), reference);
  }

  async insert(verification: Omit<Verification, 'id'>): Promise<Omit<Verification, 'id'>> {
    // Its work may run again, and an insert writes the number of its row into what it is given.
    await this.database.tx((tx) => tx.insert(Verification, { ...verification }));
    return verification;
  }

  /**
   * A new code in the place of the old one, which is kept beside it: whoever settles the new one's message as provably
   * not sent takes that back. Fails as {@link requireResendable}.
   */
  renew(who: ApiKeyPrincipal, reference: string, code: NewCode): Promise<Verification> {
    return this.database.tx(async (tx) => {
      const before = await this.hold(tx, who, reference);
      this.requireResendable(before, await tx.findOneByOrFail(Message, { id: before.messageId }));
      const change = {
        ...code,
        expiresAt: addSeconds(this.clock.now(), before.ttlSeconds),
        resends: before.resends + 1,
        previousCodeIndex: before.codeIndex,
        previousMessageId: before.messageId,
        previousExpiresAt: before.expiresAt,
      };
      await tx.update(Verification, { id: before.id }, change);
      return { ...before, ...change };
    });
  }

  /** By how it stands, and its newest message. Fails with `verification_over`, `resend_limit` or `resend_in_flight`. */
  requireResendable(verification: Verification, newest: Message): void {
    const verdict = judgeResend(verification, this.journal.isUnderWay(newest), this.clock.now());
    switch (verdict) {
      case 'may':
        return;
      case 'over':
        throw new AppError('verification_over');
      case 'too_often':
        throw new AppError('resend_limit');
      case 'under_way':
        throw new AppError('resend_in_flight');
      default:
        verdict satisfies never;
    }
  }

  /** One whose first code provably went nowhere: nobody has been told of it. */
  async discard(reference: string): Promise<void> {
    await this.database.tx((tx) => tx.delete(Verification, { reference, status: 'pending' }));
  }

  /**
   * Writes what was judged of a verification that is held: an ending with its event, an approval with the conversion of
   * its message. True: there is an event, to be committed.
   */
  async write(
    tx: EntityManager,
    before: Verification,
    change: Change,
    hasWebhooks: boolean,
  ): Promise<boolean> {
    const { status } = change;
    if (Object.keys(change).length === 0) return false;
    const now = this.clock.now();
    await tx.update(Verification, { id: before.id }, { ...change, ...(status ? { endedAt: now } : {}) });
    if (!status || status === 'pending' || status === 'cancelled') return false;
    const message = await tx.findOneByOrFail(Message, { id: before.messageId });
    const isConverted = status === 'approved' && (await markConverted(tx, message, now));
    if (hasWebhooks)
      await this.webhooks.enqueue(tx, verificationEvent({ ...before, ...change }, status, message));
    if (isConverted) await execute(tx, countConverted(this.database.engine, [message]));
    return hasWebhooks;
  }
}

const ownedBy = ({ userId, mode }: ApiKeyPrincipal, reference: string) => ({
  reference,
  userId,
  livemode: mode === 'live',
});

/** MySQL does not see spaces at the end of an id; the fingerprints that are made of it do. */
function found(verification: Verification | null, reference: string): Verification {
  if (verification?.reference !== reference) throw new AppError('not_found');
  return verification;
}

async function markConverted(tx: EntityManager, { id }: Message, convertedAt: Date): Promise<boolean> {
  const { affected } = await tx.update(Message, { id, convertedAt: IsNull() }, { convertedAt });
  return affected === 1;
}
