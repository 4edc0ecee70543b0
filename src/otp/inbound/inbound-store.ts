import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Credit } from '../../credit/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Clock } from '../../platform/time/clock.js';
import { type NewWebhookEvent, WebhookOutbox } from '../../webhook/index.js';
import type { Metadata } from '../correlation.rules.js';
import type {
  InboundUnprovedData,
  VerificationEventData,
  VerificationView,
} from '../verifications/verification.dto.js';
import type { Ending, VerificationStatus } from '../verifications/verification.rules.js';
import type { ToldEnding } from '../verifications/verification-view.js';
import type { Unproved } from './inbound.rules.js';
import { InboundVerification, NOTED } from './inbound-verification.entity.js';

/** Writes inbound verifications. A transaction locks them before anything else. */
@Injectable()
export class InboundStore {
  constructor(
    private readonly credit: Credit,
    private readonly webhooks: WebhookOutbox,
    private readonly clock: Clock,
  ) {}

  /** Ends a locked verification that is pending: refund unless approved, and event. Returns whether it wrote an event. */
  async end(tx: EntityManager, before: InboundVerification, status: Ending): Promise<boolean> {
    const endedAt = this.clock.now();
    await tx.update(InboundVerification, { id: before.id }, { status, endedAt });
    const { userId, price: amount, reference: verification } = before;
    if (amount > 0 && status !== 'approved')
      await this.credit.enterVerification(tx, { userId, amount, verification });
    failpoint('inbound.ended');
    if (status === 'cancelled') return false;
    await this.webhooks.enqueue(tx, inboundEvent(before, status));
    return true;
  }

  /** Writes one event if a text does not prove a locked verification, with the reason. Returns whether it did. */
  async note(tx: EntityManager, before: InboundVerification, reason: Unproved): Promise<boolean> {
    if (before[NOTED[reason]]) return false;
    await tx.update(InboundVerification, { id: before.id }, { [NOTED[reason]]: this.clock.now() });
    await this.webhooks.enqueue(tx, unprovedEvent(before, reason));
    return true;
  }
}

/** An inbound verification in responses and webhook events. They have neither its token nor its phone. */

/** The ids that the request gave. */
export const ownIdsOf = ({ externalId, metadata }: Pick<InboundVerification, 'externalId' | 'metadata'>) => ({
  external_id: externalId,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Metadata),
});

/** It has no message and no code. */
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

const eventOf = (row: InboundVerification, type: NewWebhookEvent['type'], data: object): NewWebhookEvent => ({
  userId: row.userId,
  type,
  livemode: row.livemode,
  messageId: null,
  data,
});

const dataOf = (row: InboundVerification, status: VerificationStatus): VerificationEventData => ({
  ...inboundView(row, status),
  company_name: row.companyName,
});

export const inboundEvent = (row: InboundVerification, status: ToldEnding): NewWebhookEvent =>
  eventOf(row, `verification.${status}`, dataOf(row, status));

export const unprovedEvent = (row: InboundVerification, reason: Unproved): NewWebhookEvent =>
  eventOf(row, 'verification.inbound_unproved', {
    ...dataOf(row, row.status),
    reason,
  } satisfies InboundUnprovedData);
