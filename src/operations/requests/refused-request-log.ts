import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type FindOptionsWhere, LessThan } from 'typeorm';
import { Config } from '../../config/index.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, execute, insertInto, purge } from '../../platform/database/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { RefusedRequest } from './refused-request.entity.js';

type Line = Omit<RefusedRequest, 'id'>;

const WRITE_SECONDS = 1;
/** Rows that wait for the next write; further ones are dropped. */
const WAITING_MAX = 1000;
/** Waiting rows per account, so that a flood of one leaves room for the others. */
const WAITING_OF_ACCOUNT_MAX = 200;
/** An account is trimmed after 1/SLACK of its cap in new rows. */
const SLACK = 10;
const ACCOUNTS_MAX = 10_000;
/** Rows per transaction, and transactions per run. */
const BATCH = 500;
const BATCHES_MAX = 20;

/** Stores refused requests once a second, in the background. Drops rows that it cannot write. */
@Injectable()
export class RefusedRequestLog implements OnApplicationShutdown {
  private waiting: Line[] = [];
  private readonly waitingOf = new Map<number, number>();
  private dropped = 0;
  private writing: Promise<void> = Promise.resolve();
  /** Rows added per account since it was trimmed; unknown if missing. */
  private readonly since = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    sweepers: Sweepers,
  ) {
    sweepers.every('the log of refused requests', WRITE_SECONDS, () => this.write());
    sweepers.purge('refused requests', (limit) => this.purge(limit));
  }

  add(line: Line): void {
    const ofAccount = this.waitingOf.get(line.userId) ?? 0;
    if (this.waiting.length >= WAITING_MAX || ofAccount >= WAITING_OF_ACCOUNT_MAX) {
      this.dropped++;
      return;
    }
    this.waiting.push(line);
    this.waitingOf.set(line.userId, ofAccount + 1);
  }

  /** Writes what was recorded during the stop. */
  async onApplicationShutdown(): Promise<void> {
    await this.write();
  }

  /** Runs one write at a time. Never fails. */
  private write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    const rows = this.waiting;
    const { dropped } = this;
    if (rows.length === 0 && dropped === 0) return;
    const counts = new Map(this.waitingOf);
    this.waiting = [];
    this.waitingOf.clear();
    this.dropped = 0;
    if (dropped > 0) this.logger.warn({ rows: dropped }, 'refused requests were too many to write down');
    try {
      await this.database.tx((tx) => execute(tx, insertInto(RefusedRequest, rows.map(rowOf))));
      for (const [userId, count] of counts) await this.cutBack(userId, count);
    } catch (error) {
      const err = { message: (error as Error).message };
      this.logger.warn({ rows: rows.length, err }, 'refused requests were not written down');
    }
  }

  /** Deletes the oldest rows above the account's cap. Not after every write, since it scans all rows of the account. */
  private async cutBack(userId: number, added: number): Promise<void> {
    const max = this.config.REFUSED_LOG_ROWS_MAX;
    const since = (this.since.get(userId) ?? max) + added;
    if (this.since.size >= ACCOUNTS_MAX) this.since.clear();
    this.since.set(userId, since);
    if (since * SLACK < max) return;
    const [oldest] = await this.database.read.find(RefusedRequest, {
      select: { id: true },
      where: { userId },
      order: { id: 'DESC' },
      skip: max - 1,
      take: 1,
    });
    if (oldest) await this.remove({ userId, id: LessThan(oldest.id) });
    this.since.set(userId, 0);
  }

  /** Deletes at most BATCHES_MAX batches; the next run continues. */
  private async remove(where: FindOptionsWhere<RefusedRequest>): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX; batch++)
      if ((await purge(this.database, RefusedRequest, { where, by: 'id' }, BATCH)) < BATCH) return;
  }

  private purge(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.REFUSED_LOG_DAYS * DAY_SECONDS);
    return purge(this.database, RefusedRequest, { where: { createdAt: LessThan(before) }, by: 'id' }, limit);
  }
}

const rowOf = (line: Line) => ({ ...line, fields: line.fields && JSON.stringify(line.fields) });
