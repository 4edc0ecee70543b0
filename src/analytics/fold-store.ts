import { Injectable } from '@nestjs/common';
import { type EntityManager, In, LessThan } from 'typeorm';
import { Database, execute, insertMissing, upsert } from '../platform/database/index.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { AnalyticsDay, AnalyticsFold, AnalyticsHour } from './analytics.entities.js';
import {
  ALL_ACCOUNTS,
  type Cell,
  changesBetween,
  type Facet,
  type Fold,
  nothing,
  OUTCOMES,
  PARTS,
} from './fold.rules.js';
import { type FoldKey, type Moved, PURGED } from './fold-source.js';

/** How long a day is one process's; a million messages take a good part of a minute. */
const CLAIM_SECONDS = 300;
/** How long a day rests after it was read, and for each of its messages: so large ones are not read all the time. */
const REST_SECONDS = 20;
const REST_SECONDS_PER_MESSAGE = 0.003;
/** Rows of one statement. */
const ROWS = 200;
const NEVER = new Date(0);
const MODES = [0, 1];

/** What was added up, as it is kept: a day's cells change with the note of what they are made of, in one transaction. */
@Injectable()
export class FoldStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Until when the day is the caller's; `undefined`: it is another's, or rests. */
  async claim({ key, dueAt }: Moved): Promise<Date | undefined> {
    const now = this.clock.now();
    if (dueAt && dueAt > now) return undefined;
    const until = addSeconds(now, CLAIM_SECONDS);
    const fresh = { ...key, ...nothing(), dueAt: NEVER };
    const { affected } = await this.database.tx(async (tx) => {
      if (!dueAt) await execute(tx, insertMissing(this.database.engine, AnalyticsFold, [fresh]));
      return tx.update(AnalyticsFold, { ...key, dueAt: dueAt ?? NEVER }, { dueAt: until });
    });
    return affected === 1 ? until : undefined;
  }

  async release(key: FoldKey, until: Date): Promise<void> {
    await this.database.tx((tx) => tx.update(AnalyticsFold, { ...key, dueAt: until }, { dueAt: NEVER }));
  }

  /** Makes the account's day what was found; what is gone or was claimed by another meanwhile stays as it is. */
  async write(key: FoldKey, fold: Fold, foldedAt: Date, until: Date): Promise<void> {
    const cells = fold.cells();
    const restSeconds = Math.max(REST_SECONDS, fold.size * REST_SECONDS_PER_MESSAGE);
    const dueAt = addSeconds(this.clock.now(), restSeconds);
    await this.database.tx(async (tx) => {
      const own = { ...key, dueAt: until };
      const before = await tx.findOneBy(AnalyticsFold, own);
      // A retention may have taken some of them between two reads: what was found before is more than what is left.
      const isTooLate = before?.foldedAt && (await isPurged(tx, key));
      const change = isTooLate ? { dueAt } : { ...fold.total, foldedAt, dueAt };
      const { affected } = await tx.update(AnalyticsFold, own, change);
      if (affected !== 1 || isTooLate) return;
      await this.add(tx, key, changesBetween(await cellsOf(tx, key), cells));
    });
  }

  /** Notes that all accounts' days were looked at; when they were added up, where that was needed. */
  async noteDay(day: string, foldedAt: Date, hasChanged: boolean): Promise<void> {
    const rows = MODES.map((livemode) => ({
      userId: ALL_ACCOUNTS,
      livemode,
      day,
      ...nothing(),
      foldedAt,
      dueAt: NEVER,
    }));
    if (!hasChanged && (await this.database.read.countBy(AnalyticsFold, { userId: ALL_ACCOUNTS, day })) > 0)
      return;
    await this.database.tx((tx) =>
      execute(
        tx,
        upsert(this.database.engine, AnalyticsFold, rows, {
          key: ['userId', 'livemode', 'day'],
          set: ['foldedAt'],
        }),
      ),
    );
  }

  /** Takes away days before `day`, a bounded number of an account's days at once; returns how many. */
  async purge(day: string, limit: number): Promise<number> {
    const over = await this.database.read.find(AnalyticsFold, {
      select: { userId: true, livemode: true, day: true },
      where: { day: LessThan(day) },
      // The row of all accounts goes first: without it nobody expects the others to add up to it.
      order: { day: 'ASC', userId: 'ASC' },
      take: limit,
    });
    for (const { userId, livemode, day } of over) {
      const key = { userId, livemode, day };
      await this.database.tx(async (tx) => {
        await tx.delete(AnalyticsFold, key);
        await tx.delete(AnalyticsHour, { ...key, part: In([...PARTS]) });
        await tx.delete(AnalyticsDay, { ...key, part: In([...PARTS]) });
      });
    }
    return over.length;
  }

  /** Takes away the hours of parts of days before `day`, which no page shows; returns how many accounts had any. */
  async purgeHours(day: string, limit: number): Promise<number> {
    const parts = PARTS.filter((part) => part !== 'all');
    const over = await this.database.read
      .createQueryBuilder(AnalyticsHour, 'hour')
      .select(['hour.userId', 'hour.livemode'])
      .distinct()
      .where({ part: In(parts), day: LessThan(day) })
      .limit(limit)
      .getRawMany<{ hour_user_id: number; hour_livemode: number }>();
    for (const { hour_user_id: userId, hour_livemode: livemode } of over)
      await this.database.tx((tx) =>
        tx.delete(AnalyticsHour, { userId, livemode, part: In(parts), day: LessThan(day) }),
      );
    return over.length;
  }

  /** To the account, and to all accounts together: but keys are an account's own. */
  private async add(tx: EntityManager, { userId, livemode, day }: FoldKey, changes: Cell[]): Promise<void> {
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
    const key = ['userId', 'livemode', 'part', 'day', 'value'] as const;
    for (const some of inPieces(hours))
      await execute(tx, upsert(engine, AnalyticsHour, some, { key: [...key, 'hour'], add: OUTCOMES }));
    for (const some of inPieces(days))
      await execute(tx, upsert(engine, AnalyticsDay, some, { key, add: OUTCOMES }));
  }
}

async function cellsOf(tx: EntityManager, key: FoldKey): Promise<Cell[]> {
  const where = { ...key, part: In<Facet>([...PARTS]) };
  const [hours, days] = [await tx.findBy(AnalyticsHour, where), await tx.findBy(AnalyticsDay, where)];
  return [...hours, ...days.map((day) => ({ ...day, hour: null }))];
}

async function isPurged(tx: EntityManager, { userId, livemode, day }: FoldKey): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM message_counters c WHERE c.user_id = ? AND c.livemode = ? AND c.day = ? AND ${PURGED} > 0`,
    [userId, livemode, day],
  );
  return rows.length > 0;
}

/** In one order for all instances, so that they do not wait for each other in a circle. */
function* inPieces<Row extends { userId: number; part: string; value: string }>(
  rows: Row[],
): Generator<Row[]> {
  const sorted = rows.toSorted(
    (one, other) =>
      one.userId - other.userId || compare(one.part, other.part) || compare(one.value, other.value),
  );
  for (let at = 0; at < sorted.length; at += ROWS) yield sorted.slice(at, at + ROWS);
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
