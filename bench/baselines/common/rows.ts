import { newReference } from '../../../src/common/random.js';
import { COST, DEVICE_ID, leaseEnd, windowEnd, type Draft, type Opened, type Sent } from './store.js';

/** The rows of a send, the same for one alone and for many in one statement; values in the order of the columns. */

type Value = string | number;

/** A moment as the database keeps it: UTC, to the millisecond. */
export const moment = (at: Date): string => at.toISOString().slice(0, 23).replace('T', ' ');

export const MESSAGES =
  'messages (reference, user_id, api_key_id, livemode, status, credit_used, recipient_masked, recipient_index, duplicate_index, company_name, day, created_at, lease_until)';
export const WINDOWS = 'duplicate_windows (duplicate_index, reference, expires_at)';
export const ENTRIES = 'credit_entries (user_id, amount, balance_after, kind, message_id, created_at)';
export const COUNTERS = 'message_counters (user_id, livemode, day, created, sent, delivered, failed)';
export const ATTEMPTS = 'message_attempts (message_id, device_id, outcome, duration_ms, created_at)';
export const EVENTS = 'webhook_events (reference, user_id, type, livemode, message_id, data, created_at)';

/** A window that ran out is taken over, one that is in force stays as it is. */
export const TAKE_OVER =
  'ON DUPLICATE KEY UPDATE reference = IF(expires_at <= ?, VALUES(reference), reference), expires_at = IF(expires_at <= ?, VALUES(expires_at), expires_at)';
export const ADD_UP =
  'ON DUPLICATE KEY UPDATE created = created + VALUES(created), sent = sent + VALUES(sent)';

export const messageRow = (draft: Draft): Value[] => [
  draft.reference,
  draft.userId,
  draft.apiKeyId,
  1,
  'pending',
  COST,
  draft.recipientMasked,
  draft.recipientIndex,
  draft.duplicateIndex,
  draft.companyName,
  draft.day,
  moment(draft.at),
  moment(leaseEnd(draft.at)),
];

export const windowRow = (draft: Draft): Value[] => [
  draft.duplicateIndex,
  draft.reference,
  moment(windowEnd(draft.at)),
];

export const entryRow = (draft: Draft, { messageId, balance }: Opened): Value[] => [
  draft.userId,
  -COST,
  balance,
  'charge',
  messageId,
  moment(draft.at),
];

export const counterRow = (of: Pick<Draft, 'userId' | 'day'>, created: number, sent: number): Value[] => [
  of.userId,
  1,
  of.day,
  created,
  sent,
  0,
  0,
];

export const attemptRow = (sent: Sent): Value[] => [
  sent.messageId,
  DEVICE_ID,
  'accepted',
  Math.round(sent.durationMs),
  moment(sent.attemptedAt),
];

export const eventRow = ({ draft, at, ...sent }: Sent): Value[] => [
  newReference('evt', at),
  draft.userId,
  'otp.sent',
  1,
  sent.messageId,
  JSON.stringify({
    message_id: sent.gatewayMessageId,
    reference: draft.reference,
    status: 'sent',
    recipient: draft.recipientMasked,
    company_name: draft.companyName,
    credit_used: COST,
    error_message: null,
    created_at: draft.at.toISOString(),
  }),
  moment(at),
];
