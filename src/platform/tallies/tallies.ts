import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { LessThan, MoreThanOrEqual } from 'typeorm';
import { Sweepers } from '../background/sweepers.js';
import { Database, execute, purge, upsert } from '../database/index.js';
import { LOGGER } from '../observability/logger-token.js';
import { addSeconds, Clock } from '../time/clock.js';
import { TallyRow } from './tally.entity.js';
import { lastPeriods, periodAt, type TallyUnit } from './tally-periods.rules.js';

const WRITE_SECONDS = 5;
/** Kinds of things that wait for the next write; in a flood of kinds the rest is not counted. */
const WAITING_MAX = 5000;
const ROWS_AT_ONCE = 500;
/** The longest that anybody looks back is a day, and the hour that it begins in. */
const KEPT_SECONDS = 2 * 86_400;

const KEY = ['subject', 'period', 'name'] as const;

/** How often each came of it, in the window that begins then. */
interface Tallied {
  at: Date;
  times: Record<string, number>;
}

/**
 * Counts of what happens, for pages that show how things go. They are kept in memory and written down together every few
 * seconds: nothing that is counted waits for it or fails with it, and no page counts rows. A process that dies takes its
 * last seconds along; nothing but a picture may depend on them.
 */
@Injectable()
export class Tallies implements OnApplicationShutdown {
  private waiting = new Map<string, TallyRow>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    sweepers: Sweepers,
  ) {
    sweepers.every('tallies', WRITE_SECONDS, () => this.write());
    sweepers.purge('tallies', (limit) => this.purge(limit));
  }

  add(subject: string, unit: TallyUnit, name: string): void {
    const row = { subject, period: periodAt(unit, this.clock.now()), name, times: 1 };
    const key = KEY.map((part) => row[part]).join(' ');
    const before = this.waiting.get(key);
    if (before) before.times++;
    else if (this.waiting.size < WAITING_MAX) this.waiting.set(key, row);
  }

  /**
   * The last windows of a subject, oldest first, those too in which nothing happened: what all processes have written, and
   * what this one is about to, so that a page that shows what just happened has it counted.
   */
  async last(subject: string, unit: TallyUnit, count: number): Promise<Tallied[]> {
    const windows = lastPeriods(unit, count, this.clock.now());
    const [first = this.clock.now()] = windows;
    const written = await this.database.read.findBy(TallyRow, {
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

  /** What was counted while the service stopped, too. */
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
        const statements = upsert(engine, TallyRow, some, { key: KEY, add: ['times'] });
        await this.database.tx((tx) => execute(tx, statements));
      }
    } catch (error) {
      // Written again it might count twice; what is lost is some seconds of a picture.
      const err = { message: (error as Error).message };
      this.logger.warn({ rows: rows.length, err }, 'tallies were not written down');
    }
  }

  private purge(limit: number): Promise<number> {
    const before = periodAt('minute', addSeconds(this.clock.now(), -KEPT_SECONDS));
    return purge(this.database, TallyRow, { where: { period: LessThan(before) }, by: 'subject' }, limit);
  }
}
