import type { NewWebhookEvent } from '../../webhook/index.js';
import type { Metadata } from '../correlation.rules.js';
import type { VerificationView } from '../verifications/verification.dto.js';
import type { VerificationStatus } from '../verifications/verification.rules.js';
import type { ToldEnding } from '../verifications/verification-view.js';
import type { InboundUnprovedData, VerificationEventData } from '../verifications/verification-webhooks.js';
import type { Unproved } from './inbound.rules.js';
import type { InboundVerification } from './inbound-verification.entity.js';

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
