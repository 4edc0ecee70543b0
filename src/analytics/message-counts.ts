import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type MarginCell, marginCells, type MarginGroup } from '../costs/index.js';
import { Database, momentText, secondsBetween } from '../platform/database/index.js';
import { prefixOf } from '../platform/text/phone.rules.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds } from '../platform/time/clock.js';
import { LATENCY_STEPS, LONGER } from './delivery-time.rules.js';
import { CellSums, countsOf, FACETS, OTHERS, OUTCOMES, type RollupCell } from './rollup.rules.js';

/** Messages of one statement: SQLite blocks the process while it runs. */
const BATCH = 10_000;
/** Between two statements, sends have the database to themselves. */
const PAUSE_MS = 10;
/** Clocks change at a whole quarter of an hour. */
const QUARTER_SECONDS = 900;
const OWN = 'user_id = ? AND livemode = ? AND day = ?';

/** An account's messages of one mode and local day. */
export interface DayKey {
  userId: number;
  livemode: number;
  day: string;
}

export interface CountedDay {
  hours: RollupCell[];
  margin: MarginCell[];
}

type Row = Pick<RollupCell, 'part' | 'value'> & Record<'hour' | (typeof OUTCOMES)[number], number | string>;

/** Counts the messages of a day by hour and facet, and by cost, with a `SELECT … GROUP BY` each for every batch. */
@Injectable()
export class MessageCounts {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** `undefined`: the service is stopping. */
  async ofDay(key: DayKey, stopping?: AbortSignal): Promise<CountedDay | undefined> {
    const sums = new CellSums();
    const groups: MarginGroup[] = [];
    for (let after = 0; ;) {
      const last = await this.lastOfBatch(key, after);
      const through = last ?? Number.MAX_SAFE_INTEGER;
      if (key.livemode) groups.push(...(await this.costs(key, after, through)));
      for (const row of await this.batch(key, after, through)) {
        const value = row.part === 'prefix' ? (prefixOf(row.value) ?? OTHERS) : row.value;
        sums.add({ part: row.part, hour: Number(row.hour), value }, countsOf(row));
      }
      if (stopping?.aborted) return undefined;
      if (last === undefined) return { hours: sums.cells, margin: marginCells(groups) };
      after = last;
      await sleep(PAUSE_MS);
    }
  }

  private async lastOfBatch({ userId, livemode, day }: DayKey, after: number): Promise<number | undefined> {
    const [row] = await this.database.read.query<{ id: number | string }[]>(
      `SELECT id FROM messages WHERE ${OWN} AND id > ? ORDER BY id LIMIT 1 OFFSET ${BATCH - 1}`,
      [userId, livemode, day, after],
    );
    return row && Number(row.id);
  }

  private batch({ userId, livemode, day }: DayKey, after: number, last: number): Promise<Row[]> {
    const hour = this.hourOf(day);
    const seconds = secondsBetween(this.database.engine, 'created_at', 'delivered_at');
    const steps = LATENCY_STEPS.map((upTo) => `WHEN ${seconds} <= ${upTo} THEN '${upTo}'`).join(' ');
    // A pending message is in no status that counts; its code may have been checked all the same.
    return this.database.read.query<Row[]>(
      `SELECT part, ${hour.sql} AS hour,
         CASE part WHEN 'all' THEN '' WHEN 'key' THEN CONCAT(api_key_id, '')
           WHEN 'device' THEN COALESCE(CONCAT(device_id, ''), '${OTHERS}')
           WHEN 'channel' THEN channel
           WHEN 'prefix' THEN SUBSTR(recipient_masked, 1, 4)
           WHEN 'reason' THEN COALESCE(failure_reason, 'unknown')
           ELSE CASE ${steps} ELSE '${LONGER}' END END AS value,
         SUM(CASE WHEN status = 'sent' THEN 1 ELSE 0 END) AS sent,
         SUM(CASE WHEN status = 'delivered' THEN 1 ELSE 0 END) AS delivered,
         SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS failed,
         SUM(CASE WHEN converted_at IS NULL THEN 0 ELSE 1 END) AS converted
       FROM messages CROSS JOIN (${FACETS.map((part) => `SELECT '${part}' AS part`).join(' UNION ALL ')}) facets
       WHERE ${OWN} AND id > ? AND id <= ? AND (status <> 'pending' OR converted_at IS NOT NULL)
         AND (part <> 'reason' OR status = 'failed')
         AND (part <> 'latency' OR (status = 'delivered' AND delivered_at IS NOT NULL))
       GROUP BY part, hour, value`,
      [...hour.values, userId, livemode, day, after, last],
    );
  }

  private async costs(
    { userId, livemode, day }: DayKey,
    after: number,
    last: number,
  ): Promise<MarginGroup[]> {
    const rows = await this.database.read.query<
      (Omit<MarginGroup, 'reportedCost'> & { reported_cost: string | null })[]
    >(
      `SELECT channel, COALESCE(device_id, 0) AS deviceId, status, reported_cost, COUNT(*) AS messages,
         SUM(credit_used) AS revenue
       FROM messages WHERE ${OWN} AND id > ? AND id <= ? AND status <> 'pending'
       GROUP BY channel, COALESCE(device_id, 0), status, reported_cost`,
      [userId, livemode, day, after, last],
    );
    return rows.map(({ reported_cost: reportedCost, deviceId, messages, revenue, ...row }) => ({
      ...row,
      reportedCost,
      deviceId: Number(deviceId),
      messages: Number(messages),
      revenue: Number(revenue),
    }));
  }

  /** The local hour of a message, by the instants at which the 23 to 25 hours of its day end. */
  private hourOf(day: string): { sql: string; values: string[] } {
    const hours: { hour: number; endsAt: Date }[] = [];
    const end = this.calendar.endOf(day);
    for (let at = this.calendar.startOf(day); at < end; at = addSeconds(at, QUARTER_SECONDS)) {
      const hour = this.calendar.hour(at);
      if (hours.at(-1)?.hour === hour) hours.pop();
      hours.push({ hour, endsAt: addSeconds(at, QUARTER_SECONDS) });
    }
    const last = hours.at(-1)?.hour ?? 0;
    const cases = hours.map(({ hour }) => `WHEN created_at < ? THEN ${hour}`).join(' ');
    return {
      sql: `CASE ${cases} ELSE ${last} END`,
      values: hours.map(({ endsAt }) => momentText(endsAt)),
    };
  }
}
