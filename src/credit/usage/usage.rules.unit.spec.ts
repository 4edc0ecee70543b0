import { describe, expect, it } from 'vitest';
import type { CreditKind } from '../credit.entities.js';
import { amountsOf, monthAfter, statementMonth, type UsageAmounts } from './usage.rules.js';

it.each<[CreditKind, number, boolean, Partial<UsageAmounts>]>([
  ['topup', 500, false, { topUps: 500 }],
  ['charge', -200, true, { messages: 1, charges: 200 }],
  ['charge', 0, true, { messages: 1 }],
  ['refund', 200, true, { refunds: 200 }],
  ['adjustment', -150, true, { charges: 150 }],
  ['adjustment', 50, true, { charges: -50 }],
  ['adjustment', -700, false, { adjustments: 700 }],
])('counts a %s of %d (of a message: %s)', (kind, amount, isOfMessage, amounts) => {
  const nothing = { messages: 0, topUps: 0, charges: 0, adjustments: 0, refunds: 0 };
  expect(amountsOf({ kind, amount, isOfMessage })).toEqual({ ...nothing, ...amounts });
});

it('knows the months around a year’s end', () => {
  expect(monthAfter('2026-12')).toBe('2027-01');
  expect(monthAfter('2027-01', -1)).toBe('2026-12');
  expect(monthAfter('2024-01', 13)).toBe('2025-02');
});

describe('the statement of a line', () => {
  const open = {
    month: '2026-11',
    startsAt: new Date('2026-10-31T17:00:00Z'),
    endsAt: new Date('2026-11-30T17:00:00Z'),
  };
  it.each([
    ['2026-10-31T16:59:59.999Z', '2026-10-31', '2026-10'],
    ['2026-10-31T17:00:00.000Z', '2026-11-01', '2026-11'],
    ['2026-11-30T16:59:59.999Z', '2026-11-30', '2026-11'],
    ['2026-11-30T17:00:00.000Z', '2026-12-01', '2026-12'],
    ['2027-02-01T00:00:00.000Z', '2027-02-01', '2027-02'],
    // TIMEZONE was changed: the limits are those of the earlier zone.
    ['2026-10-31T16:00:00.000Z', '2026-11-01', '2026-10'],
    ['2026-10-31T18:00:00.000Z', '2026-10-31', '2026-11'],
    ['2026-11-30T18:00:00.000Z', '2026-11-30', '2026-12'],
  ])('of %s, local day %s, is that of %s', (at, day, month) => {
    expect(statementMonth(new Date(at), day, open)).toBe(month);
  });

  it('is the month of its day before the first month began', () => {
    expect(statementMonth(new Date('2026-05-05T00:00:00Z'), '2026-05-05', null)).toBe('2026-05');
  });
});
