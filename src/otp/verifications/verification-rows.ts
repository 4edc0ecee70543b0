import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import type { ApiKeyPrincipal } from '../../platform/access/principal.js';
import { Database, execute } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { WebhookOutbox } from '../../webhook/index.js';
import { isInboundId } from '../inbound/inbound.rules.js';
import { Message } from '../message.entities.js';
import { countConverted } from '../message-counters.js';
import { MessageStore } from '../messages/message-store.js';
import { type CarriedCode, codesOf, isOpen, waitEnd } from './fallback.rules.js';
import { Verification, VerificationFallback } from './verification.entities.js';
import { resendRejection, type VerificationDecision } from './verification.rules.js';
import { verificationEvent } from './verification-view.js';

/** A code, the message that carries it, and the encrypted phone for the wait after it. */
interface NewCode {
  message: Message;
  codeIndex: string;
  /** null: no fallback follows. */
  phone: string | null;
}

export type LeasedWait = Pick<VerificationFallback, 'id' | 'verification'> & { dueAt: Date; phone: string };

/** Reads and writes verifications. Transactions lock verifications before anything else. */
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

  async messagesWithCodes(verification: Verification, manager = this.database.read): Promise<Message[]> {
    return (await readMessagesWithCodes(manager, [verification])).get(verification.reference) ?? [];
  }

  /** Like {@link find}, and locks the row. */
  async lock(tx: EntityManager, who: ApiKeyPrincipal, reference: string): Promise<Verification> {
    return found(await this.database.lockRow(tx, Verification, ownedBy(who, reference)), reference);
  }

  async insert(
    verification: Omit<Verification, 'id' | 'messageId' | 'codeIndex'>,
    code: NewCode,
  ): Promise<Omit<Verification, 'id'>> {
    const row = { ...verification, messageId: code.message.id, codeIndex: code.codeIndex };
    await this.database.tx(async (tx) => {
      // The transaction may run again, and an insert writes the new id into its argument.
      await tx.insert(Verification, { ...row });
      await this.startWait(tx, row, code);
    });
    return row;
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
        ...{ messageId: code.message.id, codeIndex: code.codeIndex },
        expiresAt: addSeconds(this.clock.now(), before.ttlSeconds),
        resends: before.resends + 1,
        previousCodeIndex: before.codeIndex,
        previousMessageId: before.messageId,
        previousExpiresAt: before.expiresAt,
      };
      await tx.update(Verification, { id: before.id }, change);
      const after = { ...before, ...change };
      await this.startWait(tx, after, code);
      return after;
    });
  }

  /**
   * Adds the code of a fallback. Checks accept the earlier codes too. Ends the leased wait, and starts the one for the
   * next channel. Fails with `verification_over` if the code must not be sent: another process has leased the wait, or
   * the wait is not open any more.
   */
  addFallback(leased: LeasedWait, code: NewCode): Promise<Verification> {
    return this.database.tx(async (tx) => {
      const before = await this.database.lockRow(tx, Verification, { reference: leased.verification });
      const wait = await this.database.lockRow(tx, VerificationFallback, { id: leased.id });
      failpoint('fallback.locked');
      const isOurs = wait?.dueAt?.getTime() === leased.dueAt.getTime();
      const messages = before ? await this.messagesWithCodes(before, tx) : [];
      if (!wait || !isOurs || !before || !isOpen(wait, before, messages, this.clock.now()))
        throw new AppError('verification_over');
      const messageId = code.message.id;
      await tx.update(VerificationFallback, { id: wait.id }, { messageId, ...NO_WAIT });
      // The code before a resend cannot be restored any more: the resent code may have arrived.
      const change = { messageId, codeIndex: code.codeIndex, ...NO_PREVIOUS };
      await tx.update(Verification, { id: before.id }, change);
      const after = { ...before, ...change };
      await this.startWait(tx, after, code);
      failpoint('fallback.written');
      return after;
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
      if (row?.status !== 'pending') return;
      await tx.delete(Verification, { id: row.id });
      if (row.fallbackSeconds !== null) await tx.delete(VerificationFallback, { verification: reference });
    });
  }

  /**
   * Writes the decision about a locked verification. An ending writes its event, except a cancellation. An approval
   * also converts the message that carried the code, by default the present one. Returns whether it wrote an event.
   */
  async write(
    tx: EntityManager,
    before: Verification,
    { change, codeMessageId = before.messageId }: VerificationDecision,
    hasWebhooks: boolean,
  ): Promise<boolean> {
    const { status } = change;
    if (Object.keys(change).length === 0) return false;
    const now = this.clock.now();
    await tx.update(Verification, { id: before.id }, { ...change, ...(status ? { endedAt: now } : {}) });
    if (!status || status === 'pending') return false;
    if (before.fallbackSeconds !== null) await this.endWaits(tx, before);
    if (status === 'cancelled') return false;
    const messages = await this.messagesWithCodes(before, tx);
    const right = messages.find(({ id }) => status === 'approved' && id === codeMessageId);
    const isConverted = right !== undefined && (await markConverted(tx, right, now));
    if (hasWebhooks)
      await this.webhooks.enqueue(tx, verificationEvent({ ...before, ...change }, status, messages));
    if (isConverted) await execute(tx, countConverted(this.database.engine, [right]));
    return hasWebhooks;
  }

  /** Starts the wait for a `delivered` report of the present code, if the verification asks for fallbacks. */
  private async startWait(
    tx: EntityManager,
    verification: Omit<Verification, 'id'>,
    { message, codeIndex, phone }: NewCode,
  ): Promise<void> {
    const dueAt = waitEnd(verification, message, this.clock.now());
    if (phone === null || !dueAt) return;
    await tx.insert(VerificationFallback, {
      verification: verification.reference,
      afterMessageId: message.id,
      afterCodeIndex: codeIndex,
      ...{ phone, dueAt, messageId: null },
    });
  }

  /** Ends all waits of a verification, which removes the phone from them at once. */
  private async endWaits(tx: EntityManager, { reference: verification }: Verification): Promise<void> {
    const waits = await this.database.lockWhere(tx, VerificationFallback, {
      verification,
      dueAt: Not(IsNull()),
    });
    const ids = waits.map(({ id }) => id);
    if (ids.length > 0) await tx.update(VerificationFallback, { id: In(ids) }, NO_WAIT);
  }
}

export const NO_WAIT = { phone: null, dueAt: null } as const;

const NO_PREVIOUS = { previousCodeIndex: null, previousMessageId: null, previousExpiresAt: null };

const ownedBy = ({ userId, mode }: ApiKeyPrincipal, reference: string) => ({
  reference,
  userId,
  livemode: mode === 'live',
});

/** Compares again: MySQL ignores spaces at the end of a text, but fingerprints differ. */
function found(verification: Verification | null, reference: string): Verification {
  if (verification?.reference === reference) return verification;
  throw new AppError('not_found', isInboundId(reference) ? { detail: HAS_NO_CODE } : {});
}

const HAS_NO_CODE = {
  id: 'Verifikasi dengan method inbound tidak punya kode; baca keadaannya dengan GET.',
  en: 'A verification with method inbound has no code; read its state with GET.',
};

async function markConverted(tx: EntityManager, message: Message, convertedAt: Date): Promise<boolean> {
  const { affected } = await tx.update(Message, { id: message.id, convertedAt: IsNull() }, { convertedAt });
  message.convertedAt ??= convertedAt;
  return affected === 1;
}

type Carried = CarriedCode & Pick<Verification, 'reference' | 'fallbackSeconds'>;

/** The codes that checks accept, newest first. */
export async function readCodes(manager: EntityManager, verification: Carried): Promise<CarriedCode[]> {
  return codesOf(verification, await stepsOf(manager, [verification]));
}

/** The messages that carry the accepted codes, oldest first, by `verification_id`. */
export async function readMessagesWithCodes(
  manager: EntityManager,
  verifications: readonly Carried[],
): Promise<Map<string, Message[]>> {
  if (verifications.length === 0) return new Map();
  const steps = await stepsOf(manager, verifications);
  const ids = new Map(
    verifications.map((one) => [one.reference, codesOf(one, steps).map(({ messageId }) => messageId)]),
  );
  const messages = await manager.find(Message, {
    where: { id: In([...ids.values()].flat()) },
    order: { id: 'ASC' },
  });
  return new Map(
    [...ids].map(([reference, own]) => [reference, messages.filter(({ id }) => own.includes(id))]),
  );
}

/** Verifications that ask for no fallback cost no query. */
async function stepsOf(
  manager: EntityManager,
  verifications: readonly Carried[],
): Promise<VerificationFallback[]> {
  const references = verifications.flatMap(({ reference, fallbackSeconds }) =>
    fallbackSeconds === null ? [] : reference,
  );
  if (references.length === 0) return [];
  return manager.findBy(VerificationFallback, { verification: In(references), messageId: Not(IsNull()) });
}
