import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LessThan, MoreThanOrEqual } from 'typeorm';
import { Sweepers } from '../background/sweepers.js';
import { Database, execute, purge, upsert } from '../database/index.js';
import { LOGGER, type Logger } from '../observability/logger-token.js';
import { addSeconds, Clock } from '../time/clock.js';
import { type CounterUnit, lastPeriods, periodAt } from './periods.rules.js';
import { TimeCounter } from './time-counter.entity.js';

const WRITE_SECONDS = 5;
/** Distinct counters that wait for the next write; others are not counted. */
const WAITING_MAX = 5000;
const ROWS_AT_ONCE = 500;
/** Readers look back a day at most, from the start of an hour. */
const KEPT_SECONDS = 2 * 86_400;

const KEY = ['subject', 'period', 'name'] as const;

/** The counts of the time bucket that begins at `at`. */
interface Bucket {
  at: Date;
  times: Record<string, number>;
}

/**
 * Counts events in time buckets, for charts. Counts are collected in memory and written every few seconds, so an event
 * neither waits for its count nor fails with it. A process that dies loses its last seconds: only charts may use them.
 */
@Injectable()
export class TimeCounters implements OnApplicationShutdown {
  private waiting = new Map<string, TimeCounter>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    sweepers: Sweepers,
  ) {
    sweepers.every('tallies', WRITE_SECONDS, () => this.write());
    sweepers.purge('tallies', (limit) => this.purge(limit));
  }

  add(subject: string, unit: CounterUnit, name: string): void {
    const row = { subject, period: periodAt(unit, this.clock.now()), name, times: 1 };
    const key = KEY.map((part) => row[part]).join(' ');
    const before = this.waiting.get(key);
    if (before) before.times++;
    else if (this.waiting.size < WAITING_MAX) this.waiting.set(key, row);
  }

  /** The last buckets of a subject, oldest first, with empty ones. Includes counts that this process has not written yet. */
  async last(subject: string, unit: CounterUnit, count: number): Promise<Bucket[]> {
    const windows = lastPeriods(unit, count, this.clock.now());
    const [first = this.clock.now()] = windows;
    const written = await this.database.read.findBy(TimeCounter, {
      subject,
      period: MoreThanOrEqual(periodAt(unit, first)),
    });
    const rows = [...written, ...[...this.waiting.values()].filter((row) => row.subject === subject)];
    return windows.map((at) => {
      const period = periodAt(unit, at);
      const times: Record<string, number> = {};
      for (const row of rows) if (row.period === period) times[row.name] = (times[row.name] ?? 0) + row.times;
      return { at, times };
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write();
  }

  private async write(): Promise<void> {
    const rows = [...this.waiting.values()];
    this.waiting = new Map();
    const { engine } = this.database;
    try {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const some = rows.slice(from, from + ROWS_AT_ONCE);
        const statements = upsert(engine, TimeCounter, some, { key: KEY, add: ['times'] });
        await this.database.tx((tx) => execute(tx, statements));
      }
    } catch (error) {
      // Not written again: that might count twice.
      const err = { message: (error as Error).message };
      this.logger.warn({ rows: rows.length, err }, 'time counters were not stored');
    }
  }

  private purge(limit: number): Promise<number> {
    const before = periodAt('minute', addSeconds(this.clock.now(), -KEPT_SECONDS));
    return purge(this.database, TimeCounter, { where: { period: LessThan(before) }, by: 'subject' }, limit);
  }
}
