import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LessThanOrEqual } from 'typeorm';
import { Config } from '../config/index.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, execute, insertInto, purge, type Row } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { addSeconds, Clock, HOUR_SECONDS, MINUTE_SECONDS } from '../platform/time/clock.js';
import { FraudBlock, FraudMark } from './fraud.entities.js';
import { type FraudLimits, groupMax, VOLUME_SENDS_MIN } from './fraud.rules.js';
import { FraudAccounts } from './fraud-accounts.js';
import { FraudJudge } from './fraud-judge.js';
import type { Mark } from './fraud-marks.js';
import { FraudMetrics } from './fraud-metrics.js';

const SWEEP_SECONDS = 2;
const ROWS_MAX = 20_000;
const ROWS_AT_ONCE = 500;
const COUNTS_MAX = 100_000;
const SUSPECTS_MAX = 10_000;
const JUDGED_AT_ONCE = 50;
const AGAIN_SECONDS = 15;
const KEPT_SECONDS = HOUR_SECONDS;

/** A send that may go on. */
export interface GuardedSend {
  userId: number;
  limits: FraudLimits;
  /** Without those that are blocked in shadow mode. */
  marks: readonly Mark[];
}

/** A group with so many sends that it is worth judging. */
export interface Suspect {
  userId: number;
  mark: Mark;
}

interface Count {
  since: Date;
  sends: number;
  /** Before then it is not judged again. */
  restsUntil: Date;
}

/**
 * Counts in memory and stores in the background; no send waits for it. The judge reads the database, so it sees the
 * sends of all instances.
 */
@Injectable()
export class FraudWatch {
  private rows: Row<FraudMark>[] = [];
  private stopped = new Map<number, number>();
  private readonly counts = new LRUCache<string, Count>({ max: COUNTS_MAX });
  private readonly suspects = new Map<string, Suspect & { dueAt: Date }>();
  private readonly processes: number;

  constructor(
    private readonly database: Database,
    private readonly accounts: FraudAccounts,
    private readonly judge: FraudJudge,
    private readonly metrics: FraudMetrics,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    config: Config,
    sweepers: Sweepers,
  ) {
    this.processes = config.processes;
    sweepers.every('the guard against fraud', SWEEP_SECONDS, () => this.sweep());
    sweepers.purge('sends counted against fraud', (limit) => this.purge(limit));
  }

  note({ userId, limits, marks }: GuardedSend, messageId: number): void {
    const createdAt = this.clock.now();
    if (this.rows.length >= ROWS_MAX) {
      this.metrics.unchecked.inc();
      return;
    }
    for (const mark of marks) {
      if (mark.group !== 'account') this.rows.push({ mark: mark.marks[0], messageId, createdAt });
      this.count({ userId, mark }, limits, createdAt);
    }
  }

  /** Counts a send that a block stopped, or would have stopped. */
  noteStopped(blockId: number): void {
    this.stopped.set(blockId, (this.stopped.get(blockId) ?? 0) + 1);
  }

  private count(suspect: Suspect, limits: FraudLimits, now: Date): void {
    const { group, marks } = suspect.mark;
    const [mark] = marks;
    const known = this.counts.get(mark);
    const isCurrent = known && addSeconds(known.since, HOUR_SECONDS) > now;
    const count = isCurrent ? known : { since: now, sends: 0, restsUntil: now };
    count.sends++;
    if (!isCurrent) this.counts.set(mark, count);
    // The lowest limit that may apply, as this process's part.
    const max =
      group === 'account'
        ? VOLUME_SENDS_MIN
        : groupMax(group, { limits, reportsConversions: true, isTightened: true });
    if (count.sends < Math.ceil((max ?? 0) / this.processes) || this.suspects.has(mark)) return;
    if (this.suspects.size < SUSPECTS_MAX) this.suspects.set(mark, { ...suspect, dueAt: count.restsUntil });
  }

  private async sweep(): Promise<void> {
    await this.store();
    await this.accounts.refresh();
    const now = this.clock.now();
    const due = [...this.suspects].filter(([, { dueAt }]) => dueAt <= now).slice(0, JUDGED_AT_ONCE);
    for (const [key, { userId, mark }] of due) {
      const again = addSeconds(now, AGAIN_SECONDS);
      this.suspects.set(key, { userId, mark, dueAt: again });
      const mustWait = await this.judge.judge({ userId, mark });
      if (mustWait) continue;
      this.suspects.delete(key);
      const count = this.counts.get(key);
      if (count) count.restsUntil = again;
    }
  }

  private async store(): Promise<void> {
    const { rows, stopped } = this;
    this.rows = [];
    this.stopped = new Map();
    try {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await this.database.tx((tx) =>
          execute(tx, insertInto(FraudMark, rows.slice(from, from + ROWS_AT_ONCE))),
        );
      for (const [id, sends] of [...stopped].sort(([one], [other]) => one - other))
        await this.database.tx((tx) => tx.increment(FraudBlock, { id }, 'stopped', sends));
    } catch (error) {
      // Not written again: that might count twice.
      this.metrics.unchecked.inc();
      const err = { message: (error as Error).message };
      this.logger.warn({ rows: rows.length, err }, 'sends were not counted against fraud');
    }
  }

  private purge(limit: number): Promise<number> {
    const where = {
      createdAt: LessThanOrEqual(addSeconds(this.clock.now(), -KEPT_SECONDS - MINUTE_SECONDS)),
    };
    return purge(this.database, FraudMark, { where, by: 'id' }, limit);
  }
}
