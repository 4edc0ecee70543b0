import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { statement } from '../../platform/database/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { accountContact } from '../account-contact.js';
import { keyNames } from '../message-columns.js';
import { THE_GUIDE, TopUpGuide } from '../top-ups/top-up.entities.js';
import type { OpenMonth, UsageChannel } from '../usage/usage.rules.js';
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

interface SumRow {
  top_ups: number | string | null;
  charges: number | string | null;
  adjustments: number | string | null;
  refunds: number | string | null;
}

interface PartRow extends SumRow {
  api_key_id: number | string;
  channel: UsageChannel;
  brand: string;
  messages: number | string;
}

const SUMS = `SUM(top_ups) AS top_ups, SUM(charges) AS charges, SUM(adjustments) AS adjustments, SUM(refunds) AS refunds`;

/** The figures of a month, from lines that are added up. */
@Injectable()
export class StatementFigures {
  constructor(private readonly calendar: Calendar) {}

  /** `undefined`: nothing moved, and nothing was there. */
  async of(tx: EntityManager, userId: number, open: OpenMonth): Promise<Figures | undefined> {
    const before = statement(`SELECT ${SUMS} FROM usage_days WHERE user_id = ? AND month < ?`, [
      userId,
      open.month,
    ]);
    const [earlier] = await tx.query<SumRow[]>(before.sql, before.values);
    const openingBalance = earlier ? balanceOf(earlier) : 0;
    const rows = await this.rowsOf(tx, userId, open.month);
    if (rows.length === 0 && openingBalance === 0) return undefined;
    const sum = (column: keyof SumRow) => rows.reduce((all, row) => all + Number(row[column]), 0);
    const [topUps, refunds, adjustments] = [sum('top_ups'), sum('refunds'), sum('adjustments')];
    const charges = sum('charges') + adjustments;
    return {
      ...{ openingBalance, topUps, charges, refunds },
      closingBalance: openingBalance + topUps - charges + refunds,
      details: await this.detailsOf(tx, userId, open, [
        ...(await this.partsOf(tx, rows)),
        ...(adjustments === 0 ? [] : [adjustmentOf(adjustments)]),
      ]),
    };
  }

  private rowsOf(tx: EntityManager, userId: number, month: string): Promise<PartRow[]> {
    const { sql, values } = statement(
      `SELECT api_key_id, channel, brand, SUM(messages) AS messages, ${SUMS} FROM usage_days
        WHERE user_id = ? AND month = ? GROUP BY api_key_id, channel, brand ORDER BY brand, api_key_id, channel`,
      [userId, month],
    );
    return tx.query<PartRow[]>(sql, values);
  }

  private async partsOf(tx: EntityManager, rows: readonly PartRow[]): Promise<StatementPart[]> {
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

  private async detailsOf(
    tx: EntityManager,
    userId: number,
    { startsAt, endsAt }: OpenMonth,
    items: StatementPart[],
  ): Promise<StatementDetails> {
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
      first_day: this.calendar.day(startsAt),
      last_day: this.calendar.day(new Date(endsAt.getTime() - 1)),
      items,
    };
  }
}

const adjustmentOf = (charges: number): StatementPart => ({
  ...{ brand: null, api_key_id: null, api_key: null, channel: 'adjustment' },
  ...{ messages: 0, charges, refunds: 0 },
});

const balanceOf = ({ top_ups, charges, adjustments, refunds }: SumRow): number =>
  Number(top_ups) - Number(charges) - Number(adjustments) + Number(refunds);
