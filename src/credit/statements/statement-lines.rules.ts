import type { StatementView } from './statements.dto.js';

/** The CSV of a statement: the amounts before the closing balance add up to it. */

/** New columns are added at the end. */
export const STATEMENT_COLUMNS = [
  'number',
  'month',
  'username',
  'name',
  'tax_number',
  'entry',
  'brand',
  'api_key',
  'channel',
  'messages',
  'amount',
] as const;

type Line = Record<(typeof STATEMENT_COLUMNS)[number], string | number | null>;

export function statementLines(view: StatementView): Line[] {
  const { number, month, account, items } = view;
  const { username, name, tax_number } = account;
  const line = (entry: string, amount: number, part: Partial<Line> = {}): Line => ({
    ...{ number, month, username, name, tax_number, entry },
    ...{ brand: null, api_key: null, channel: null, messages: null },
    ...part,
    amount,
  });
  return [
    line('opening_balance', view.opening_balance),
    line('top_ups', view.top_ups),
    ...items
      .filter(({ messages, charges }) => messages !== 0 || charges !== 0)
      .map(({ brand, api_key, channel, messages, charges }) =>
        line('charges', 0 - charges, { brand, api_key, channel, messages }),
      ),
    ...items
      .filter(({ refunds }) => refunds !== 0)
      .map(({ brand, api_key, channel, refunds }) => line('refunds', refunds, { brand, api_key, channel })),
    line('closing_balance', view.closing_balance),
  ];
}
