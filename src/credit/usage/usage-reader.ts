import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { keyNames } from '../message-columns.js';
import {
  USAGE_ITEMS_MAX,
  type UsageAmountsView,
  type UsageItem,
  type UsageQuery,
  type UsageView,
} from './usage.dto.js';
import type { UsageDay } from './usage.entities.js';
import { USAGE_GROUPS, type UsageGroup } from './usage.rules.js';
import { UsageRollup } from './usage-rollup.js';

/** How many batches a request adds up itself. The sweep does the rest. */
const BATCHES_MAX = 20;

const COLUMN = {
  brand: 'brand',
  key: 'api_key_id',
  channel: 'channel',
  month: 'month',
} as const satisfies Record<UsageGroup, string>;

type SumRow = Record<'messages' | 'charges' | 'refunds', number | string | null> &
  Partial<Pick<UsageDay, 'brand' | 'channel' | 'month'>> & { api_key_id?: number | string };

/** Reads the usage of an account in credits, as the rollup has added it up. */
@Injectable()
export class UsageReader {
  constructor(
    private readonly database: Database,
    private readonly rollup: UsageRollup,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async of(userId: number, { group_by: asked = 'month', ...days }: UsageQuery): Promise<UsageView> {
    await this.rollup.catchUp(userId, { batches: BATCHES_MAX });
    const today = this.calendar.day(this.clock.now());
    const { from = `${today.slice(0, 7)}-01`, to = today } = days;
    const groups = USAGE_GROUPS.filter((group) => asked.split(',').includes(group));
    const [total] = await this.sums([], [userId, from, to]);
    const rows = await this.sums(groups, [userId, from, to]);
    return {
      currency: 'IDR',
      ...{ from, to, group_by: groups },
      ...amountsOf(total),
      items: await this.itemsOf(rows.slice(0, USAGE_ITEMS_MAX)),
      capped: rows.length > USAGE_ITEMS_MAX,
      complete: await this.rollup.isComplete(userId),
    };
  }

  private sums(groups: readonly UsageGroup[], values: (number | string)[]): Promise<SumRow[]> {
    const columns = groups.map((group) => COLUMN[group]);
    const order = [...(groups.includes('month') ? ['month DESC'] : []), 'charges DESC', ...columns];
    return this.database.read.query<SumRow[]>(
      `SELECT ${[...columns, ''].join(', ')}SUM(messages) AS messages, SUM(charges) AS charges, SUM(refunds) AS refunds
        FROM usage_days WHERE user_id = ? AND day >= ? AND day <= ?
          AND (messages <> 0 OR charges <> 0 OR refunds <> 0)
        ${columns.length > 0 ? `GROUP BY ${columns.join(', ')}` : ''} ORDER BY ${order.join(', ')}
        LIMIT ${USAGE_ITEMS_MAX + 1}`,
      values,
    );
  }

  private async itemsOf(rows: readonly SumRow[]): Promise<UsageItem[]> {
    const names = await keyNames(
      this.database.read,
      rows.flatMap(({ api_key_id: id }) => Number(id ?? 0) || []),
    );
    return rows.map((row) => {
      const keyId = Number(row.api_key_id ?? 0) || null;
      return {
        brand: row.brand || null,
        api_key_id: keyId,
        api_key: names.get(keyId ?? 0) ?? null,
        channel: row.channel || null,
        month: row.month ?? null,
        ...amountsOf(row),
      };
    });
  }
}

function amountsOf(row: SumRow | undefined): UsageAmountsView {
  const [charges, refunds] = [Number(row?.charges ?? 0), Number(row?.refunds ?? 0)];
  return { messages: Number(row?.messages ?? 0), charges, refunds, net: charges - refunds };
}
