import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { Database, execute } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { countConverted } from '../conversions.js';
import { isInboundId } from '../inbound/inbound.rules.js';
import { Message } from '../message.entity.js';
import { MessageStore } from '../messages/message-store.js';
import { Verification } from './verification.entity.js';
import { type Change, resendRejection } from './verification.rules.js';
import { verificationEvent } from './verification-view.js';

type NewCode = Pick<Verification, 'messageId' | 'codeIndex'>;

/** Reads and writes verifications. A transaction locks them before anything else. */
@Injectable()
export class VerificationRows {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookOutbox,
    private readonly store: MessageStore,
    private readonly clock: Clock,
  ) {}

  /** Finds a verification of the key's account and mode. Fails with `not_found`. */
  async find(who: ApiKeyPrincipal, reference: string): Promise<Verification> {
    return found(await this.database.read.findOneBy(Verification, ownedBy(who, reference)), reference);
  }

  messageOf({ messageId }: Verification): Promise<Message> {
    return this.database.read.findOneByOrFail(Message, { id: messageId });
  }

  /** Like {@link find}, and locks the row. */
  async lock(tx: EntityManager, who: ApiKeyPrincipal, reference: string): Promise<Verification> {
    const query = tx.createQueryBuilder(Verification, 'verification').where(ownedBy(who, reference));
    return found(await this.database.lock(query).getOne(), reference);
  }

  async insert(verification: Omit<Verification, 'id'>): Promise<Omit<Verification, 'id'>> {
    // The transaction may run again, and an insert writes the new id into its argument.
    await this.database.tx((tx) => tx.insert(Verification, { ...verification }));
    return verification;
  }

  /**
   * Replaces the code and stores the previous one, which is restored if the new one is provably not sent. Fails like
   * {@link requireResendable}.
   */
  renew(who: ApiKeyPrincipal, reference: string, code: NewCode): Promise<Verification> {
    return this.database.tx(async (tx) => {
      const before = await this.lock(tx, who, reference);
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

  /** Fails with `verification_over`, `resend_limit` or `resend_in_flight`. */
  requireResendable(verification: Verification, newest: Message): void {
    const isInFlight = this.store.isUnderWay(newest);
    const rejection = resendRejection(verification, isInFlight, this.clock.now());
    if (rejection) throw new AppError(rejection);
  }

  /** Deletes a verification whose first code was provably not sent; no client knows it. */
  async discard(reference: string): Promise<void> {
    await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, Verification, { reference });
      if (row?.status === 'pending') await tx.delete(Verification, { id: row.id });
    });
  }

  /**
   * Writes the decision about a locked verification: an ending with its event, an approval with its message's conversion.
   * Returns whether it wrote an event.
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

/** MySQL ignores spaces at the end of a text; fingerprints do not. */
function found(verification: Verification | null, reference: string): Verification {
  if (verification?.reference === reference) return verification;
  throw new AppError('not_found', isInboundId(reference) ? { detail: HAS_NO_CODE } : {});
}

const HAS_NO_CODE = {
  id: 'Verifikasi dengan method inbound tidak punya kode; baca keadaannya dengan GET.',
  en: 'A verification with method inbound has no code; read its state with GET.',
};

async function markConverted(tx: EntityManager, { id }: Message, convertedAt: Date): Promise<boolean> {
  const { affected } = await tx.update(Message, { id, convertedAt: IsNull() }, { convertedAt });
  return affected === 1;
}
