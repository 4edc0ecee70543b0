import { Injectable } from '@nestjs/common';
import { Between, type EntityManager, In, LessThan } from 'typeorm';
import { Config } from '../../config/index.js';
import { Credit, UsageRollup } from '../../credit/index.js';
import { DevicesService, type InboundText } from '../../gateway/index.js';
import { PollBound } from '../../platform/background/poll-bound.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, purge } from '../../platform/database/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Phone } from '../../platform/text/phone.rules.js';
import type { Secret } from '../../platform/text/secret.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { LegalHolds } from '../../privacy/records/index.js';
import { type NewWebhookEvent, WebhookOutbox } from '../../webhook/index.js';
import { Fingerprints } from '../fingerprints.js';
import { ownIdsOf } from '../message.presenter.js';
import type {
  InboundUnprovedData,
  VerificationEventData,
  VerificationView,
} from '../verifications/verification.dto.js';
import { InboundVerification } from '../verifications/verification.entities.js';
import type { Ending, VerificationStatus } from '../verifications/verification.rules.js';
import { decideProof, type Proof, type Unproved } from './inbound.rules.js';

const EVERY_SECONDS = 10;
const BATCH = 50;
const BATCHES_MAX = 100;

/** The column with the time of the first text of each kind. */
const NOTED = {
  phone_hidden: 'phoneHiddenAt',
  phone_differs: 'phoneDiffersAt',
} as const satisfies Record<Unproved, keyof InboundVerification>;

/**
 * Ends inbound verifications: when a user's text proves the phone, when they are due, or when the caller cancels.
 * Purges old ones. Instances share the work. Stores nothing of the texts. Each transaction locks the verification
 * first.
 */
@Injectable()
export class InboundEndings {
  private readonly sweeper: Sweeper;
  private readonly bound: PollBound;

  constructor(
    private readonly database: Database,
    private readonly credit: Credit,
    private readonly webhooks: WebhookOutbox,
    private readonly devices: DevicesService,
    private readonly fingerprints: Fingerprints,
    private readonly usage: UsageRollup,
    private readonly holds: LegalHolds,
    private readonly clock: Clock,
    config: Config,
    sweepers: Sweepers,
  ) {
    this.bound = new PollBound(clock);
    this.sweeper = sweepers.every('inbound verifications that expire', EVERY_SECONDS, (stopping) =>
      this.endDue(stopping),
    );
    if (config.MESSAGE_RETENTION_DAYS > 0)
      this.purgeAfter(sweepers, 'inbound verifications', true, config.MESSAGE_RETENTION_DAYS);
    if (config.TEST_MESSAGE_RETENTION_DAYS > 0)
      this.purgeAfter(sweepers, 'inbound test verifications', false, config.testMessageDays);
  }

  /** Accepts texts of authentic callbacks. `deviceId` null: they came to the callback URL that devices share. */
  async accept(texts: readonly InboundText[], deviceId: number | null): Promise<void> {
    for (const { text, sender } of texts) {
      const textIndex = In([...this.fingerprints.inboundText(text.reveal())]);
      const found = await this.database.read.findOneBy(InboundVerification, { textIndex });
      if (!found) continue;
      const devices = deviceId === null ? await this.devices.sharingSecret() : [deviceId];
      await this.apply(found.reference, { senderIndexes: this.senderIndexesOf(sender), devices });
    }
  }

  private async apply(reference: string, proof: Proof): Promise<void> {
    const hasEvent = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, InboundVerification, { reference });
      if (!row) return false;
      const decision = decideProof(row, proof, this.clock.now());
      if (decision === undefined) return false;
      return decision === 'approved' ? this.end(tx, row, decision) : this.note(tx, row, decision);
    });
    if (hasEvent) this.webhooks.committed();
  }

  /** Null: the gateway hides the phone. Empty: it is no Indonesian mobile number, so it matches no verification. */
  private senderIndexesOf(sender: Secret | null): readonly string[] | null {
    if (sender === null) return null;
    const phone = Phone.parse(sender.reveal());
    return phone ? this.fingerprints.recipient(phone) : [];
  }

  /** Schedules a sweep for when this verification is due: those of test keys end sooner than the next sweep. */
  expect({ dueAt }: Pick<InboundVerification, 'dueAt'>): void {
    this.sweeper.within(dueAt.getTime() - this.clock.now().getTime());
  }

  async endDue(stopping?: AbortSignal): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !stopping?.aborted; batch++) {
      const references = await this.next();
      for (const reference of references) await this.endOne(reference);
      if (references.length < BATCH) return;
    }
  }

  private async next(): Promise<string[]> {
    const now = this.clock.now();
    const due = await this.database.read.find(InboundVerification, {
      select: { id: true, reference: true, dueAt: true },
      where: { status: 'pending', dueAt: Between(new Date(this.bound.begin()), now) },
      order: { dueAt: 'ASC' },
      take: BATCH,
    });
    this.bound.found(due[0]?.dueAt.getTime(), now.getTime());
    return due.map(({ reference }) => reference);
  }

  /** Ends a due verification, unless another instance, a text or a cancellation has ended it meanwhile. */
  private async endOne(reference: string): Promise<void> {
    const hasEvent = await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, InboundVerification, { reference });
      if (row?.status !== 'pending' || row.dueAt > this.clock.now()) return false;
      return this.end(tx, row, row.dueStatus as Ending);
    });
    if (hasEvent) this.webhooks.committed();
  }

  private purgeAfter(sweepers: Sweepers, name: string, livemode: boolean, days: number): void {
    sweepers.purge(name, async (limit) => {
      // Rolled up before the purge: a ledger line gets its key and brand from the row.
      if (livemode) await this.usage.catchUpAll();
      const endedAt = LessThan(addSeconds(this.clock.now(), -days * DAY_SECONDS));
      const where = { livemode, endedAt, userId: await this.holds.notHeld() };
      return purge(this.database, InboundVerification, { where, by: 'id' }, limit);
    });
  }

  /**
   * Ends a locked pending verification: refunds it unless approved, and writes an event unless cancelled. Returns
   * whether it wrote an event.
   */
  async end(tx: EntityManager, before: InboundVerification, status: Ending): Promise<boolean> {
    const endedAt = this.clock.now();
    await tx.update(InboundVerification, { id: before.id }, { status, endedAt });
    const { userId, price: amount, reference: verification } = before;
    if (amount > 0 && status !== 'approved')
      await this.credit.enterVerification(tx, { userId, amount, verification });
    failpoint('inbound.ended');
    if (status === 'cancelled') return false;
    await this.webhooks.enqueue(tx, eventOf(before, `verification.${status}`, status));
    return true;
  }

  /** Writes the event that a text did not prove a locked verification, once for each reason. Returns whether it did. */
  private async note(tx: EntityManager, before: InboundVerification, reason: Unproved): Promise<boolean> {
    if (before[NOTED[reason]]) return false;
    await tx.update(InboundVerification, { id: before.id }, { [NOTED[reason]]: this.clock.now() });
    const { status } = before;
    await this.webhooks.enqueue(tx, eventOf(before, 'verification.inbound_unproved', status, reason));
    return true;
  }
}

/**
 * An inbound verification in responses and webhook events, without its token and phone. It has no message and no code.
 */
export const inboundView = (row: InboundVerification, status: VerificationStatus): VerificationView => ({
  verification_id: row.reference,
  method: 'inbound',
  status,
  message_id: null,
  reference: null,
  recipient: row.recipientMasked,
  ...ownIdsOf(row),
  channel: null,
  attempts: [],
  expires_at: row.expiresAt.toISOString(),
  attempts_left: 0,
  created_at: row.createdAt.toISOString(),
});

/** `reason`: why a text proved nothing. */
const eventOf = (
  row: InboundVerification,
  type: NewWebhookEvent['type'],
  status: VerificationStatus,
  reason?: Unproved,
): NewWebhookEvent => ({
  userId: row.userId,
  type,
  livemode: row.livemode,
  messageId: null,
  data: {
    ...inboundView(row, status),
    company_name: row.companyName,
    ...(reason && { reason }),
  } satisfies VerificationEventData | InboundUnprovedData,
});
