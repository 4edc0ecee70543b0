import { newReference } from '../../../src/platform/ids/random.js';
import { COST, type Draft, leaseEnd, type Sent, windowEnd } from '../common/store.js';
import {
  type Charged,
  type Claim,
  counted,
  each,
  moment,
  type Rows,
  type Tables,
  takeOver,
  type Value,
} from './tables.js';

const DEVICE_ID = 1;

const MESSAGES: Rows<Draft> = {
  into: 'messages (reference, user_id, api_key_id, livemode, status, credit_used, recipient_masked, recipient_index, duplicate_index, company_name, day, created_at, lease_until)',
  ending: '',
  of: each((draft) => [
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
  ]),
};

const WINDOWS: Rows<Claim> = {
  into: 'duplicate_windows (duplicate_index, reference, expires_at)',
  ending: takeOver('reference'),
  of: each(({ draft }) => [draft.duplicateIndex, draft.reference, moment(windowEnd(draft.at))]),
};

const ENTRIES: Rows<Charged> = {
  into: 'credit_entries (user_id, amount, balance_after, kind, message_id, created_at)',
  ending: '',
  of: each(({ draft, opened: { messageId, balance } }) => [
    draft.userId,
    -COST,
    balance,
    'charge',
    messageId,
    moment(draft.at),
  ]),
};

/** The counters of a day: inserted with the day's first message, incremented when a message is sent. */
const counters = (sentOf: (count: number) => number): Rows<{ draft: Draft }> => ({
  into: 'message_counters (user_id, livemode, day, sent, delivered, failed)',
  ending: 'ON DUPLICATE KEY UPDATE sent = sent + VALUES(sent)',
  of: (all) => counted(all).map(([{ userId, day }, count]) => [userId, 1, day, sentOf(count), 0, 0]),
});

const ATTEMPTS: Rows<Sent> = {
  into: 'message_attempts (message_id, device_id, outcome, duration_ms, created_at)',
  ending: '',
  of: each(({ messageId, durationMs, attemptedAt }) => [
    messageId,
    DEVICE_ID,
    'accepted',
    Math.round(durationMs),
    moment(attemptedAt),
  ]),
};

const EVENTS: Rows<Sent> = {
  into: 'webhook_events (reference, user_id, type, livemode, message_id, data, created_at)',
  ending: '',
  of: each(eventRow),
};

function eventRow({ draft, at, ...sent }: Sent): Value[] {
  const data = {
    message_id: sent.gatewayMessageId,
    reference: draft.reference,
    external_id: null,
    metadata: null,
    status: 'sent',
    recipient: draft.recipientMasked,
    company_name: draft.companyName,
    credit_used: COST,
    error_message: null,
    reason: null,
    created_at: draft.at.toISOString(),
  };
  const reference = newReference('evt', at);
  return [reference, draft.userId, 'otp.sent', 1, sent.messageId, JSON.stringify(data), moment(at)];
}

/** Sandi's own tables. */
export const FULL: Tables = {
  findKeys:
    'SELECT k.key_hash AS hash, k.id, k.user_id AS userId, k.mode, k.expires_at AS expiresAt, k.allowed_ips AS allowedIps, k.daily_cap AS dailyCap FROM api_keys k JOIN users u ON u.id = k.user_id AND u.suspended_at IS NULL WHERE k.active = 1 AND k.deleted_at IS NULL AND k.key_hash',
  hashOf: (hex) => hex,
  findBalances: 'SELECT user_id AS userId, balance FROM credit_balances WHERE user_id',
  messages: MESSAGES,
  windows: WINDOWS,
  windowOf: ({ duplicateIndex }) => duplicateIndex,
  findOwners: 'SELECT reference AS owner FROM duplicate_windows WHERE duplicate_index IN (?)',
  ownerOf: ({ draft }) => draft.reference,
  freeWindows: 'DELETE FROM duplicate_windows WHERE duplicate_index IN (?)',
  charge: {
    sql: `UPDATE credit_balances SET balance = balance - ${COST}, entry_count = entry_count + 1, updated_at = ? WHERE user_id = ? AND balance >= ${COST}`,
    values: ({ at, userId }) => [moment(at), userId],
  },
  pay: {
    sql: 'INSERT INTO credit_balances (user_id, balance, entry_count, updated_at) VALUES ? ON DUPLICATE KEY UPDATE balance = VALUES(balance), entry_count = entry_count + VALUES(entry_count), updated_at = VALUES(updated_at)',
    values: (all) => [all.map(({ userId, balance, charges, now }) => [userId, balance, charges, now])],
  },
  charged: [ENTRIES, counters(() => 0)],
  sent: `status = 'sent', device_id = ${DEVICE_ID}, sent_at = ?, gateway_message_id`,
  settled: [ATTEMPTS, EVENTS, counters((count) => count)],
};
