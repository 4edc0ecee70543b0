import { Injectable } from '@nestjs/common';
import { Between, MoreThanOrEqual } from 'typeorm';
import { Database, list, momentOf } from '../platform/database/index.js';
import { AnalyticsHour, AnalyticsRollup } from './analytics.entities.js';
import {
  ALL_ACCOUNTS,
  type Counts,
  countsOf,
  type Facet,
  OUTCOMES,
  type RollupCell,
} from './rollup.rules.js';
import { CHANGED, COUNTERS_WITH_ROLLUPS } from './rollup-store.js';
import type { Behind } from './window.rules.js';

/** Whose messages: an account's, or ALL_ACCOUNTS. */
export interface Scope {
  userId: number;
  livemode: boolean;
}

/** Whole days, or the last 24 hours. */
export interface Span {
  from: string;
  to: string;
  /** The present hour: the span is the 24 hours that end with it. */
  endingWith?: number;
}

export type FacetCounts = Omit<RollupCell, 'hour'>;

const SUMS = OUTCOMES.map((outcome) => `SUM(${outcome}) AS ${outcome}`).join(', ');

/** Reads rollups of one account or of all accounts, and never messages. */
@Injectable()
export class AnalyticsReader {
  constructor(private readonly database: Database) {}

  /** All messages by hour. */
  hours({ userId, livemode }: Scope, { from, to }: Span): Promise<AnalyticsHour[]> {
    return this.database.read.findBy(AnalyticsHour, {
      userId,
      livemode: Number(livemode),
      part: 'all',
      day: Between(from, to),
    });
  }

  async parts({ userId, livemode }: Scope, span: Span, parts: readonly Facet[]): Promise<FacetCounts[]> {
    const { from, to, endingWith } = span;
    const [table, when, values] =
      endingWith === undefined
        ? (['analytics_days', 'day >= ? AND day <= ?', [from, to]] as const)
        : ([
            'analytics_hours',
            '((day = ? AND hour > ?) OR (day = ? AND hour <= ?))',
            [from, endingWith, to, endingWith],
          ] as const);
    const rows = await this.database.read.query<(FacetCounts & Record<keyof Counts, string | number>)[]>(
      `SELECT part, value, ${SUMS} FROM ${table}
       WHERE user_id = ? AND livemode = ? AND part IN ${list(parts)} AND ${when} GROUP BY part, value`,
      [userId, Number(livemode), ...parts, ...values],
    );
    return rows.map(({ part, value, ...sums }) => ({ part, value, ...countsOf(sums) }));
  }

  /** The days whose rollup is older than their messages. */
  async behind({ userId, livemode }: Scope, days: readonly string[]): Promise<Behind[]> {
    const isOwn = userId !== ALL_ACCOUNTS;
    const rows = await this.database.read.query<
      { day: string; folded: unknown; found: unknown; at: unknown }[]
    >(
      `SELECT c.day, COUNT(f.folded_at) AS folded, COUNT(*) AS found, MIN(f.folded_at) AS at
       FROM ${COUNTERS_WITH_ROLLUPS}
       WHERE ${isOwn ? 'c.user_id = ? AND ' : ''}c.livemode = ? AND c.day IN ${list(days)} AND ${CHANGED} GROUP BY c.day`,
      [...(isOwn ? [userId] : []), Number(livemode), ...days],
    );
    return rows.map(({ day, folded, found, at }) => ({
      day,
      oldest: at === null ? null : momentOf(at),
      hasNew: Number(folded) < Number(found),
    }));
  }

  /** When today was last rolled up for all accounts, and how many days since `from` ever were. */
  async progress(from: string, today: string): Promise<{ rolledUpAt: Date | null; days: number }> {
    const rollups = await this.database.read.findBy(AnalyticsRollup, {
      userId: ALL_ACCOUNTS,
      livemode: 1,
      day: MoreThanOrEqual(from),
    });
    return {
      rolledUpAt: rollups.find(({ day }) => day === today)?.foldedAt ?? null,
      days: rollups.filter(({ day }) => day < today).length,
    };
  }
}
