import { Injectable } from '@nestjs/common';
import { Between, MoreThanOrEqual } from 'typeorm';
import { Database, list, momentOf } from '../platform/database/index.js';
import { AnalyticsFold, AnalyticsHour } from './analytics.entities.js';
import { ALL_ACCOUNTS, type Facet, nothing, OUTCOMES, type Tally } from './fold.rules.js';
import { COUNTERS_WITH_FOLDS, MOVED } from './fold-source.js';
import type { Behind } from './window.rules.js';

/** Whose messages: an account's, or ALL_ACCOUNTS. */
export interface Scope {
  userId: number;
  livemode: boolean;
}

/** Those of whole days, or of the last 24 hours. */
export interface Span {
  from: string;
  to: string;
  /** The hour that is under way today; the 24 that end with it are asked for. */
  endingWith?: number;
}

export interface PartTally extends Tally {
  part: Facet;
  value: string;
}

const SUMS = OUTCOMES.map((outcome) => `SUM(${outcome}) AS ${outcome}`).join(', ');

/** Reads what was added up: rows of an account's own hours and days, or of all accounts together, and never messages. */
@Injectable()
export class AnalyticsReader {
  constructor(private readonly database: Database) {}

  /** Of all messages, hour by hour. */
  hours({ userId, livemode }: Scope, { from, to }: Span): Promise<AnalyticsHour[]> {
    return this.database.read.findBy(AnalyticsHour, {
      userId,
      livemode: Number(livemode),
      part: 'all',
      day: Between(from, to),
    });
  }

  async parts({ userId, livemode }: Scope, span: Span, parts: readonly Facet[]): Promise<PartTally[]> {
    const { from, to, endingWith } = span;
    const [table, when, values] =
      endingWith === undefined
        ? (['analytics_days', 'day >= ? AND day <= ?', [from, to]] as const)
        : ([
            'analytics_hours',
            '((day = ? AND hour > ?) OR (day = ? AND hour <= ?))',
            [from, endingWith, to, endingWith],
          ] as const);
    const rows = await this.database.read.query<(PartTally & Record<keyof Tally, string | number>)[]>(
      `SELECT part, value, ${SUMS} FROM ${table}
       WHERE user_id = ? AND livemode = ? AND part IN ${list(parts)} AND ${when} GROUP BY part, value`,
      [userId, Number(livemode), ...parts, ...values],
    );
    return rows.map(({ part, value, ...sums }) => {
      const tally = nothing();
      for (const outcome of OUTCOMES) tally[outcome] = Number(sums[outcome]);
      return { part, value, ...tally };
    });
  }

  /** Which of some days are not as their messages are. */
  async behind({ userId, livemode }: Scope, days: readonly string[]): Promise<Behind[]> {
    const isOwn = userId !== ALL_ACCOUNTS;
    const rows = await this.database.read.query<
      { day: string; folded: unknown; found: unknown; at: unknown }[]
    >(
      `SELECT c.day, COUNT(f.folded_at) AS folded, COUNT(*) AS found, MIN(f.folded_at) AS at
       FROM ${COUNTERS_WITH_FOLDS}
       WHERE ${isOwn ? 'c.user_id = ? AND ' : ''}c.livemode = ? AND c.day IN ${list(days)} AND ${MOVED} GROUP BY c.day`,
      [...(isOwn ? [userId] : []), Number(livemode), ...days],
    );
    return rows.map(({ day, folded, found, at }) => ({
      day,
      oldest: at === null ? null : momentOf(at),
      hasNew: Number(folded) < Number(found),
    }));
  }

  /** When the accounts of a day were last added up, and how many days since `from` have been so at all. */
  async progress(from: string, today: string): Promise<{ lookedAt: Date | null; days: number }> {
    const looks = await this.database.read.findBy(AnalyticsFold, {
      userId: ALL_ACCOUNTS,
      livemode: 1,
      day: MoreThanOrEqual(from),
    });
    return {
      lookedAt: looks.find(({ day }) => day === today)?.foldedAt ?? null,
      days: looks.filter(({ day }) => day < today).length,
    };
  }
}
