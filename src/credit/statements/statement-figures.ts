import type { EntityManager } from 'typeorm';
import type { Calendar } from '../../platform/time/calendar.js';
import { accountContact } from '../account-contact.js';
import { keyNames } from '../message-columns.js';
import { THE_GUIDE, TopUpGuide } from '../top-ups/top-up.entities.js';
import type { UsageDay } from '../usage/usage.entities.js';
import type { OpenMonth } from '../usage/usage.rules.js';
import {
  BillingDetails,
  type MonthStatement,
  type StatementDetails,
  type StatementPart,
} from './statement.entities.js';

type Figures = Pick<
  MonthStatement,
  'openingBalance' | 'topUps' | 'charges' | 'refunds' | 'closingBalance' | 'details'
>;

type SumRow = Record<'top_ups' | 'charges' | 'adjustments' | 'refunds', number | string | null>;
type PartRow = SumRow &
  Record<'api_key_id' | 'messages', number | string> &
  Pick<UsageDay, 'channel' | 'brand'>;

const SUMS = `SUM(top_ups) AS top_ups, SUM(charges) AS charges, SUM(adjustments) AS adjustments, SUM(refunds) AS refunds`;

/** The figures of a month, from the rolled-up usage. `undefined`: the account had no balance and no movement. */
export async function figuresOf(
  tx: EntityManager,
  calendar: Calendar,
  userId: number,
  open: OpenMonth,
): Promise<Figures | undefined> {
  const [earlier] = await tx.query<SumRow[]>(
    `SELECT ${SUMS} FROM usage_days WHERE user_id = ? AND month < ?`,
    [userId, open.month],
  );
  const openingBalance = earlier ? balanceOf(earlier) : 0;
  const rows = await tx.query<PartRow[]>(
    `SELECT api_key_id, channel, brand, SUM(messages) AS messages, ${SUMS} FROM usage_days
      WHERE user_id = ? AND month = ? GROUP BY api_key_id, channel, brand ORDER BY brand, api_key_id, channel`,
    [userId, open.month],
  );
  if (rows.length === 0 && openingBalance === 0) return undefined;
  const sum = (column: keyof SumRow) => rows.reduce((all, row) => all + Number(row[column]), 0);
  const [topUps, refunds, adjustments] = [sum('top_ups'), sum('refunds'), sum('adjustments')];
  const charges = sum('charges') + adjustments;
  const items = await partsOf(tx, rows);
  if (adjustments !== 0) items.push(adjustmentOf(adjustments));
  const days = {
    first_day: calendar.day(open.startsAt),
    last_day: calendar.day(new Date(open.endsAt.getTime() - 1)),
  };
  return {
    ...{ openingBalance, topUps, charges, refunds },
    closingBalance: openingBalance + topUps - charges + refunds,
    details: { ...(await partiesOf(tx, userId)), ...days, items },
  };
}

async function partsOf(tx: EntityManager, rows: readonly PartRow[]): Promise<StatementPart[]> {
  const names = await keyNames(
    tx,
    rows.map(({ api_key_id: id }) => Number(id)),
  );
  return rows.flatMap((row) => {
    const part = {
      brand: row.brand || null,
      api_key_id: Number(row.api_key_id) || null,
      api_key: names.get(Number(row.api_key_id)) ?? null,
      channel: row.channel || null,
      messages: Number(row.messages),
      charges: Number(row.charges),
      refunds: Number(row.refunds),
    };
    return part.messages === 0 && part.charges === 0 && part.refunds === 0 ? [] : [part];
  });
}

async function partiesOf(
  tx: EntityManager,
  userId: number,
): Promise<Pick<StatementDetails, 'operator' | 'account'>> {
  const { username, name, email } = await accountContact(tx, userId);
  const billing = await tx.findOneBy(BillingDetails, { userId });
  const guide = await tx.findOneBy(TopUpGuide, { id: THE_GUIDE });
  return {
    operator: {
      name: guide?.operatorName ?? '',
      address: guide?.operatorAddress ?? '',
      tax_number: guide?.operatorTaxNumber ?? '',
    },
    account: {
      ...{ username, name: billing?.name || name, email },
      ...{ address: billing?.address ?? '', tax_number: billing?.taxNumber ?? '' },
    },
  };
}

const adjustmentOf = (charges: number): StatementPart => ({
  ...{ brand: null, api_key_id: null, api_key: null, channel: 'adjustment' },
  ...{ messages: 0, charges, refunds: 0 },
});

const balanceOf = ({ top_ups, charges, adjustments, refunds }: SumRow): number =>
  Number(top_ups) - Number(charges) - Number(adjustments) + Number(refunds);
