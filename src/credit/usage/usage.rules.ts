import type { CreditKind } from '../credit.entities.js';
import type { StatementSequence } from '../statements/statement.entities.js';
import type { UsageDay } from './usage.entities.js';

/** How ledger lines are added up. */

export const USAGE_GROUPS = ['brand', 'key', 'channel', 'month'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** A line with its message or inbound verification. */
export interface LedgerLine {
  kind: CreditKind;
  amount: number;
  isOfMessage: boolean;
}

export type UsageAmounts = Pick<UsageDay, 'messages' | 'topUps' | 'charges' | 'adjustments' | 'refunds'>;

const NOTHING: UsageAmounts = { messages: 0, topUps: 0, charges: 0, adjustments: 0, refunds: 0 };

/** What a line adds. The adjustment of a message is a part of its price. */
export function amountsOf({ kind, amount, isOfMessage }: LedgerLine): UsageAmounts {
  switch (kind) {
    case 'topup':
      return { ...NOTHING, topUps: amount };
    case 'charge':
      return { ...NOTHING, messages: 1, charges: 0 - amount };
    case 'adjustment':
      return isOfMessage ? { ...NOTHING, charges: 0 - amount } : { ...NOTHING, adjustments: 0 - amount };
    case 'refund':
      return { ...NOTHING, refunds: amount };
    default:
      return kind satisfies never;
  }
}

/** The month whose statement comes next. */
export type OpenMonth = Pick<StatementSequence, 'month' | 'startsAt' | 'endsAt'>;

/**
 * The month whose statement a line belongs to. A month has the limits that were stored when it began, so that a change
 * of TIMEZONE neither loses a line nor counts it twice.
 */
export function statementMonth(at: Date, day: string, open: OpenMonth | null): string {
  const month = day.slice(0, 7);
  if (!open) return month;
  if (at < open.startsAt) return month < open.month ? month : monthAfter(open.month, -1);
  if (at < open.endsAt) return open.month;
  return month > open.month ? month : monthAfter(open.month);
}

/** `2026-12` follows `2026-11`. */
export function monthAfter(month: string, months = 1): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}
