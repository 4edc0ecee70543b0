import { Injectable } from '@nestjs/common';
import { DevicesService } from '../../gateway/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { UsersService } from '../../users/index.js';
import { amountOf, type CostTable } from '../cost.rules.js';
import { Costs } from '../costs.service.js';
import { GROUPS_MAX, type Margin, MARGIN_DAYS_MAX, type MarginQuery } from './margin.dto.js';
import { type MarginGrouping, type MarginPeriod, MarginSum, periodsOf } from './margin.rules.js';

const COLUMNS = { account: 'user_id', channel: 'channel', device: 'device_id', month: 'SUBSTR(day, 1, 7)' };
const NO_DEVICE = '0';

type Row = Record<'group_key' | 'device_id' | 'messages' | 'revenue' | 'micros', number | string> & {
  basis: string;
};

/** Revenue and cost of messages, from the rollups. Applies costs and rates when it reads, so later changes count. */
@Injectable()
export class MarginService {
  constructor(
    private readonly database: Database,
    private readonly costs: Costs,
    private readonly users: UsersService,
    private readonly devices: DevicesService,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  /** Fails with `parameter_invalid`. */
  async view(query: MarginQuery): Promise<Margin> {
    const { from, to } = this.daysOf(query);
    const { group_by: grouping } = query;
    const table = await this.costs.table();
    const sums = new Map<string, MarginSum>();
    for (const period of periodsOf(from, to, table)) await this.add(sums, grouping, period, table);
    const total = new MarginSum();
    for (const sum of sums.values()) total.merge(sum);
    const groups = [...sums].sort(
      grouping === 'month'
        ? ([one], [other]) => (one < other ? -1 : 1)
        : ([one, a], [other, b]) => b.revenue - a.revenue || Number(one) - Number(other),
    );
    const shown = groups.slice(0, GROUPS_MAX);
    const names = await this.namesOf(
      grouping,
      shown.map(([key]) => Number(key)),
    );
    const others = new MarginSum();
    for (const [, sum] of groups.slice(GROUPS_MAX)) others.merge(sum);
    const figures = shownOf(total);
    return {
      from,
      to,
      group_by: grouping,
      missing_messages: Math.max(0, (await this.counted(from, to)) - figures.messages),
      total: figures,
      items: shown.map(([key, sum]) => ({
        key: grouping === 'device' && key === NO_DEVICE ? null : key,
        name: names.get(Number(key)) ?? null,
        ...shownOf(sum),
      })),
      others: groups.length > GROUPS_MAX ? shownOf(others) : null,
    };
  }

  /** How many messages of today and yesterday each device delivered at Meta's international rate. */
  async atInternationalRate(): Promise<Map<number, number>> {
    const [yesterday = ''] = this.calendar.lastDays(this.clock.now(), 2);
    const rows = await this.database.read.query<{ device_id: number | string; messages: number | string }[]>(
      `SELECT device_id, SUM(messages) AS messages FROM margin_days WHERE day >= ? AND basis = ? GROUP BY device_id`,
      [yesterday, 'authentication_international'],
    );
    return new Map(rows.map(({ device_id: id, messages }) => [Number(id), Number(messages)]));
  }

  private daysOf({ from, to }: MarginQuery): MarginPeriod {
    const today = this.calendar.day(this.clock.now());
    const last = to ?? (from === undefined || from <= today ? today : from);
    const first = from ?? `${last.slice(0, 7)}-01`;
    const days = (Date.parse(last) - Date.parse(first)) / (DAY_SECONDS * 1000) + 1;
    if (days < 1 || days > MARGIN_DAYS_MAX)
      throw new AppError('parameter_invalid', { body: { fields: ['from', 'to'] } });
    return { from: first, to: last };
  }

  private async add(
    sums: Map<string, MarginSum>,
    grouping: MarginGrouping,
    { from, to }: MarginPeriod,
    table: CostTable,
  ): Promise<void> {
    const key = COLUMNS[grouping];
    const rows = await this.database.read.query<Row[]>(
      `SELECT ${key} AS group_key, device_id, basis, SUM(messages) AS messages, SUM(revenue) AS revenue,
         SUM(micros) AS micros
       FROM margin_days WHERE day >= ? AND day <= ? GROUP BY ${key}, device_id, basis`,
      [from, to],
    );
    for (const row of rows) {
      const group = String(row.group_key);
      const sum = sums.get(group) ?? new MarginSum();
      sums.set(group, sum);
      const [messages, revenue, micros] = [Number(row.messages), Number(row.revenue), Number(row.micros)];
      const { basis } = row;
      const cost = table.of({ day: from, deviceId: Number(row.device_id), basis, messages, micros });
      sum.add({ messages, revenue }, cost);
    }
  }

  /** The live messages that are not pending, by `message_counters`. */
  private async counted(from: string, to: string): Promise<number> {
    const [row] = await this.database.read.query<{ messages: number | string | null }[]>(
      `SELECT SUM(sent + delivered + failed) AS messages FROM message_counters
       WHERE livemode = 1 AND day >= ? AND day <= ?`,
      [from, to],
    );
    return Number(row?.messages ?? 0);
  }

  private namesOf(grouping: MarginGrouping, ids: number[]): Promise<Map<number, string>> {
    if (grouping === 'account') return this.users.namesOf(ids);
    if (grouping === 'device') return this.devices.namesOf(ids);
    return Promise.resolve(new Map<number, string>());
  }
}

function shownOf(sum: MarginSum) {
  const { currencies, ...figures } = sum.figures;
  return {
    ...figures,
    currencies: currencies.map(([currency, { micros, messages, withoutRate }]) => ({
      currency,
      amount: amountOf(micros),
      messages,
      messages_without_rate: withoutRate,
    })),
  };
}
