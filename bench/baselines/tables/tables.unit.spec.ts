import { describe, expect, it } from 'vitest';
import { FULL } from './full.js';
import { LEAN, LEAN_SCHEMA } from './lean.js';
import { counted, moment, type Rows } from './tables.js';

const AT = new Date('2026-01-31T06:00:00.123Z');
const DRAFT = {
  reference: 'otp_1',
  userId: 1,
  apiKeyId: 2,
  recipientMasked: '6281****7890',
  recipientIndex: 'aa',
  duplicateIndex: 'bb',
  companyName: 'Toko',
  day: '2026-01-31',
  at: AT,
};
const CHARGED = { draft: DRAFT, opened: { messageId: 3, balance: 400 } };
const SENT = { messageId: 3, draft: DRAFT, gatewayMessageId: 'x', attemptedAt: AT, durationMs: 1.6, at: AT };

describe.each([
  ['full', FULL],
  ['lean', LEAN],
])('the %s tables', (_, tables) => {
  const written = <Of>(rows: Rows<Of>, of: Of) => ({ into: rows.into, rows: rows.of([of, of]) });
  it.each([
    written(tables.messages, DRAFT),
    written(tables.windows, { draft: DRAFT, messageId: 3 }),
    ...tables.charged.map((rows) => written(rows, CHARGED)),
    ...tables.settled.map((rows) => written(rows, SENT)),
  ])('have a value for each column of $into', ({ into, rows }) => {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toHaveLength(into.split(',').length);
  });
});

it('the lean tables have what is written to them', () => {
  const { messages, windows, charged, settled } = LEAN;
  for (const { into } of [messages, windows, ...charged, ...settled]) {
    const [table = '', ...columns] = into.match(/\w+/g) ?? [];
    const schema = LEAN_SCHEMA.find((sql) => sql.startsWith(`CREATE TABLE ${table} (`));
    for (const column of columns) expect(schema).toMatch(new RegExp(`^\\s+${column} `, 'm'));
  }
});

it('counts by account and day, accounts in order', () => {
  const of = (userId: number, day: string) => ({ draft: { ...DRAFT, userId, day } });
  const all = [of(2, '2026-01-31'), of(1, '2026-02-01'), of(2, '2026-01-31'), of(1, '2026-01-31')];
  expect(counted(all).map(([{ userId, day }, count]) => [userId, day, count])).toEqual([
    [1, '2026-01-31', 1],
    [1, '2026-02-01', 1],
    [2, '2026-01-31', 2],
  ]);
});

it('a moment is in UTC, to the millisecond', () => {
  expect(moment(AT)).toBe('2026-01-31 06:00:00.123');
});
