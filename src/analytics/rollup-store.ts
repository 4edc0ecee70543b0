import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { type MarginCell, replaceMargin } from '../costs/index.js';
import {
  type BatchTx,
  columnsOf,
  Database,
  entitiesOf,
  execute,
  insertMissing,
  momentOf,
  momentText,
  type Row,
  type Statement,
  statement,
  upsert,
} from '../platform/database/index.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { AnalyticsDay, AnalyticsHour, AnalyticsRollup } from './analytics.entities.js';
import type { DayKey } from './message-counts.js';
import {
  addTo,
  ALL_ACCOUNTS,
  changesBetween,
  FACETS,
  OUTCOMES,
  type RollupCell,
  zeroCounts,
} from './rollup.rules.js';

/** Changed accounts of a day that are read at once. */
const ACCOUNTS_MAX = 500;
/** Of the lease of a day; a million messages take a good part of a minute. */
const LEASE_SECONDS = 300;
/** The pause after a rollup, and the share of each message in it, so that large days are read less often. */
const PAUSE_SECONDS = 20;
const PAUSE_SECONDS_PER_MESSAGE = 0.003;
/** Rows of one statement. */
const ROWS = 200;
const DUE_NOW = new Date(0);
const MODES = [0, 1];
const KEY = ['userId', 'livemode', 'day'] as const;

/** Purged messages of a day, which cannot be counted again. */
const PURGED = 'c.purged_sent + c.purged_delivered + c.purged_failed';

/** The last rollup of the day is from a release without costs. */
const WITHOUT_COSTS = 'f.repriced IS NULL OR f.costed_at IS NULL OR f.costed_at <> f.folded_at';

/**
 * Days whose counters (c) differ from their rollup (f). Each status change raises a counter, so a day with equal
 * counters has not changed. Purged messages cannot be read again, so their day keeps its rollup.
 */
export const CHANGED = `(f.folded_at IS NULL OR (${PURGED} = 0
  AND (f.sent <> c.sent OR f.delivered <> c.delivered OR f.failed <> c.failed OR f.converted <> c.converted
    OR f.repriced <> c.repriced OR ${WITHOUT_COSTS})))`;
export const COUNTERS_WITH_ROLLUPS = `message_counters c LEFT JOIN analytics_folds f
  ON f.user_id = c.user_id AND f.livemode = c.livemode AND f.day = c.day`;

export interface ChangedDay {
  key: DayKey;
  size: number;
  repriced: number;
  /** Null: the day has no row yet. */
  dueAt: Date | null;
}

interface ChangedRow {
  user_id: number;
  livemode: number;
  size: number | string;
  repriced: number;
  due_at: unknown;
}

/** Stores the cells of a day and its totals in one transaction. */
@Injectable()
export class RollupStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Days that are due, and those without a rollup; the longest overdue first. */
  async changed(day: string, now: Date): Promise<{ changed: ChangedDay[]; hasMore: boolean }> {
    const rows = await this.database.read.query<ChangedRow[]>(
      `SELECT c.user_id, c.livemode, c.sent + c.delivered + c.failed AS size, c.repriced, f.due_at
       FROM ${COUNTERS_WITH_ROLLUPS}
       WHERE c.day = ? AND ${CHANGED} AND (f.folded_at IS NULL OR f.due_at <= ?) ORDER BY f.due_at LIMIT ${ACCOUNTS_MAX}`,
      [day, momentText(now)],
    );
    const changed = rows.map(({ user_id, livemode, size, repriced, due_at }) => ({
      key: { userId: user_id, livemode: Number(livemode), day },
      size: Number(size),
      repriced: Number(repriced),
      dueAt: due_at === null ? null : momentOf(due_at),
    }));
    return { changed, hasMore: rows.length === ACCOUNTS_MAX };
  }

  /** Takes the lease of a day and returns its end; `undefined`: another process has it, or the day is not due. */
  async lease({ key, dueAt }: Pick<ChangedDay, 'key' | 'dueAt'>): Promise<Date | undefined> {
    const now = this.clock.now();
    if (dueAt && dueAt > now) return undefined;
    const until = addSeconds(now, LEASE_SECONDS);
    const fresh = { ...key, ...zeroCounts(), repriced: 0, dueAt: DUE_NOW };
    const { affected } = await this.database.tx(async (tx) => {
      if (!dueAt) await execute(tx, insertMissing(this.database.engine, AnalyticsRollup, [fresh]));
      return tx.update(AnalyticsRollup, { ...key, dueAt: dueAt ?? DUE_NOW }, { dueAt: until });
    });
    return affected === 1 ? until : undefined;
  }

  async release(key: DayKey, until: Date): Promise<void> {
    await this.database.tx((tx) => tx.update(AnalyticsRollup, { ...key, dueAt: until }, { dueAt: DUE_NOW }));
  }

  /** Replaces the cells of a day, while the lease lasts. After a purge of its messages it only sets the next time. */
  async write(
    { key, size, repriced }: Omit<ChangedDay, 'dueAt'>,
    { cells, margin }: { cells: readonly RollupCell[]; margin: readonly MarginCell[] },
    foldedAt: Date,
    until: Date,
  ): Promise<void> {
    const total = zeroCounts();
    for (const cell of cells) if (cell.part === 'all') addTo(total, cell);
    const pauseSeconds = Math.max(PAUSE_SECONDS, size * PAUSE_SECONDS_PER_MESSAGE);
    const dueAt = addSeconds(this.clock.now(), pauseSeconds);
    await this.database.batch(async (tx) => {
      const { rollup, hasPurged, hasMargin, cells: before } = await this.lockAndRead(tx, key);
      if (rollup?.dueAt.getTime() !== until.getTime()) return;
      // The earlier rollup has counted messages that are gone now.
      if (rollup.foldedAt && hasPurged) return void (await tx.commit(this.change(key, { dueAt })));
      // A stored margin also counts purged messages.
      const keepsMargin = !key.livemode || (hasPurged && hasMargin);
      await tx.commit([
        ...this.change(key, { ...total, repriced, foldedAt, costedAt: foldedAt, dueAt }),
        ...(keepsMargin ? [] : replaceMargin(key, margin)),
        ...this.add(key, changesBetween(before, cells)),
      ]);
    });
  }

  async noteDay(day: string, foldedAt: Date, hasChanged: boolean): Promise<void> {
    const { engine, read } = this.database;
    const all = { userId: ALL_ACCOUNTS, day };
    if (!hasChanged && (await read.existsBy(AnalyticsRollup, all))) return;
    const rows = MODES.map((livemode) => ({ ...all, livemode, ...zeroCounts(), foldedAt, dueAt: DUE_NOW }));
    const columns = { key: KEY, set: ['foldedAt'] } as const;
    await this.database.tx((tx) => execute(tx, upsert(engine, AnalyticsRollup, rows, columns)));
  }

  async purge(day: string, limit: number): Promise<number> {
    const old = await this.database.read.find(AnalyticsRollup, {
      select: { userId: true, livemode: true, day: true },
      where: { day: LessThan(day) },
      // The audit compares the accounts with the row of all accounts only while that exists.
      order: { day: 'ASC', userId: 'ASC' },
      take: limit,
    });
    for (const { userId, livemode, day } of old) {
      const key = { userId, livemode, day };
      await this.database.tx(async (tx) => {
        await tx.delete(AnalyticsRollup, key);
        await tx.delete(AnalyticsHour, { ...key, part: In([...FACETS]) });
        await tx.delete(AnalyticsDay, { ...key, part: In([...FACETS]) });
      });
    }
    return old.length;
  }

  /** Deletes the hours of facets before `day`, which no page shows, for up to `limit` accounts; returns their count. */
  async purgeHours(day: string, limit: number): Promise<number> {
    const old = { part: In(FACETS.filter((part) => part !== 'all')), day: LessThan(day) };
    const accounts = await this.database.read
      .createQueryBuilder(AnalyticsHour, 'hour')
      .select(['hour.userId', 'hour.livemode'])
      .distinct()
      .where(old)
      .limit(limit)
      .getRawMany<{ hour_user_id: number; hour_livemode: number }>();
    for (const { hour_user_id: userId, hour_livemode: livemode } of accounts)
      await this.database.tx((tx) => tx.delete(AnalyticsHour, { userId, livemode, ...old }));
    return accounts.length;
  }

  private async lockAndRead(tx: BatchTx, { userId, livemode, day }: DayKey) {
    const read = (what: string, more = '') =>
      statement(`SELECT ${what} WHERE user_id = ? AND livemode = ? AND day = ?${more}`, [
        userId,
        livemode,
        day,
      ]);
    const facets = ` AND part IN (${FACETS.map((part) => `'${part}'`).join(', ')})`;
    const [rollups = [], purged = [], hours = [], days = [], margins = []] = await tx.query(
      read(`${columnsOf(AnalyticsRollup)} FROM analytics_folds`, this.database.forUpdate),
      read('1 FROM message_counters c', ` AND ${PURGED} > 0`),
      read(`${columnsOf(AnalyticsHour)} FROM analytics_hours`, facets),
      read(`${columnsOf(AnalyticsDay)} FROM analytics_days`, facets),
      statement('SELECT 1 FROM margin_days WHERE day = ? AND user_id = ? LIMIT 1', [day, userId]),
    );
    const ofDay = entitiesOf(AnalyticsDay, days).map((cell) => ({ ...cell, hour: null }));
    return {
      rollup: entitiesOf(AnalyticsRollup, rollups)[0],
      hasPurged: purged.length > 0,
      hasMargin: margins.length > 0,
      cells: [...entitiesOf(AnalyticsHour, hours), ...ofDay],
    };
  }

  private change(key: DayKey, change: Row<AnalyticsRollup>): Statement[] {
    const set = Object.keys(change) as (keyof AnalyticsRollup)[];
    return upsert(this.database.engine, AnalyticsRollup, [{ ...key, ...change }], { key: KEY, set });
  }

  /** Adds to the account and to the sum of all accounts; that has no cells by API key. */
  private add({ userId, livemode, day }: DayKey, changes: RollupCell[]): Statement[] {
    const { engine } = this.database;
    const rows = changes.flatMap((cell) =>
      (cell.part === 'key' ? [userId] : [userId, ALL_ACCOUNTS]).map((owner) => ({
        ...cell,
        userId: owner,
        livemode,
        day,
      })),
    );
    const hours = rows.flatMap(({ hour, ...row }) => (hour === null ? [] : [{ ...row, hour }]));
    const days = rows.flatMap(({ hour, ...row }) => (hour === null ? [row] : []));
    const key = [...KEY, 'part', 'value'] as const;
    return [
      ...inBatches(hours).flatMap((some) =>
        upsert(engine, AnalyticsHour, some, { key: [...key, 'hour'], add: OUTCOMES }),
      ),
      ...inBatches(days).flatMap((some) => upsert(engine, AnalyticsDay, some, { key, add: OUTCOMES })),
    ];
  }
}

/** All instances write in one order, so that they do not deadlock. */
function inBatches<Cell extends { userId: number; part: string; value: string }>(rows: Cell[]): Cell[][] {
  const sorted = rows.toSorted(
    (one, other) =>
      one.userId - other.userId || compare(one.part, other.part) || compare(one.value, other.value),
  );
  const batches: Cell[][] = [];
  for (let at = 0; at < sorted.length; at += ROWS) batches.push(sorted.slice(at, at + ROWS));
  return batches;
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
