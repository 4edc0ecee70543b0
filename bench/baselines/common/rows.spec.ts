import { expect, it } from 'vitest';
import * as rows from './rows.js';

const AT = new Date('2026-01-31T06:00:00.123Z');
const DRAFT = {
  reference: 'otp_1',
  userId: 1,
  apiKeyId: 2,
  recipientMasked: '6281****7890',
  recipientIndex: 'a',
  duplicateIndex: 'b',
  companyName: 'Toko',
  day: '2026-01-31',
  at: AT,
};
const OPENED = { messageId: 3, balance: 400 };
const SENT = { messageId: 3, draft: DRAFT, gatewayMessageId: 'x', attemptedAt: AT, durationMs: 1.6, at: AT };

it.each([
  [rows.MESSAGES, rows.messageRow(DRAFT)],
  [rows.WINDOWS, rows.windowRow(DRAFT)],
  [rows.ENTRIES, rows.entryRow(DRAFT, OPENED)],
  [rows.COUNTERS, rows.counterRow(DRAFT, 1, 0)],
  [rows.ATTEMPTS, rows.attemptRow(SENT)],
  [rows.EVENTS, rows.eventRow(SENT)],
])('%s has a value for each column', (columns, row) => {
  expect(row).toHaveLength(columns.split(',').length);
});

it('a moment is in UTC, to the millisecond', () => {
  expect(rows.moment(AT)).toBe('2026-01-31 06:00:00.123');
});
