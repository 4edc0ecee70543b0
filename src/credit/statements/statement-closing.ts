import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, execute, insertMissing } from '../../platform/database/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { Calendar } from '../../platform/time/calendar.js';
import { addSeconds, Clock, HOUR_SECONDS } from '../../platform/time/clock.js';
import { CreditBalance } from '../credit.entities.js';
import { monthAfter } from '../usage/usage.rules.js';
import { UsageRollup } from '../usage/usage-rollup.js';
import { MonthStatement, StatementSequence, THE_SEQUENCE } from './statement.entities.js';
import { figuresOf } from './statement-figures.js';

const EVERY_SECONDS = 600;
/**
 * A month is closed this long after its end. By then all transactions that began in it have ended, and no instance's
 * clock is that far behind. (A ledger line gets its time under the lock that the closing takes too.)
 */
const DELAY_SECONDS = HOUR_SECONDS;
const ACCOUNTS = 200;

/**
 * Closes months, oldest first, also those that ended while the service was off. Each account is one transaction, so a
 * process that dies leaves no number unused, and the next one continues. Several instances share the work.
 */
@Injectable()
export class StatementClosing implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly usage: UsageRollup,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    sweepers: Sweepers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    sweepers.every('the closing of statements', EVERY_SECONDS, (stopping) => this.closeDue(stopping));
  }

  /**
   * The first statement is of the month in which this release starts for the first time. Months that ended since
   * close at once.
   */
  onApplicationBootstrap(): void {
    this.tasks.start('the closing of statements', async () => {
      if (this.isDue(await this.begin())) await this.closeDue();
    });
  }

  async closeDue(stopping?: AbortSignal): Promise<void> {
    for (;;) {
      const open = await this.begin();
      if (!this.isDue(open)) return;
      if (!(await this.closeAccounts(open, stopping))) return;
      await this.database.tx((tx) => this.next(tx, open));
      this.logger.info({ month: open.month }, 'a month was closed');
    }
  }

  private isDue({ endsAt }: StatementSequence): boolean {
    return this.clock.now() >= addSeconds(endsAt, DELAY_SECONDS);
  }

  private async begin(): Promise<StatementSequence> {
    const found = await this.database.read.findOneBy(StatementSequence, { id: THE_SEQUENCE });
    if (found) return found;
    const month = this.calendar.day(this.clock.now()).slice(0, 7);
    const row = { id: THE_SEQUENCE, lastNumber: 0, ...this.periodOf(month) };
    await this.database.tx((tx) =>
      execute(tx, insertMissing(this.database.engine, StatementSequence, [row])),
    );
    return this.database.read.findOneByOrFail(StatementSequence, { id: THE_SEQUENCE });
  }

  /** Returns false if it was stopped before the last account. */
  private async closeAccounts(open: StatementSequence, stopping?: AbortSignal): Promise<boolean> {
    let after = 0;
    for (;;) {
      const accounts = await this.database.read.find(CreditBalance, {
        select: { userId: true },
        where: { userId: MoreThan(after) },
        order: { userId: 'ASC' },
        take: ACCOUNTS,
      });
      for (const { userId } of accounts) {
        if (!(await this.usage.catchUp(userId, { stopping }))) return false;
        await this.database.tx((tx) => this.close(tx, userId, open));
        failpoint('statement.committed');
        after = userId;
      }
      if (accounts.length < ACCOUNTS) return true;
    }
  }

  /** Locks the balance by writing it: on Galera, only writes of two nodes exclude each other. */
  private async close(tx: EntityManager, userId: number, open: StatementSequence): Promise<void> {
    const closedAt = this.clock.now();
    await tx.update(CreditBalance, { userId }, { updatedAt: closedAt });
    if (await tx.existsBy(MonthStatement, { userId, month: open.month })) return;
    // Adds the lines that were written since the usage was caught up.
    while ((await this.usage.add(tx, userId)) > 0);
    const figures = await figuresOf(tx, this.calendar, userId, open);
    if (!figures) return;
    failpoint('statement.computed');
    const sequence = await this.database.lockRow(tx, StatementSequence, { id: THE_SEQUENCE });
    if (sequence?.month !== open.month) return;
    const number = sequence.lastNumber + 1;
    await tx.update(StatementSequence, { id: THE_SEQUENCE }, { lastNumber: number });
    failpoint('statement.numbered');
    const { month, startsAt, endsAt } = open;
    await tx.insert(MonthStatement, { userId, month, startsAt, endsAt, number, ...figures, closedAt });
    failpoint('statement.stored');
  }

  /** Begins the next month, unless another instance was first. */
  private async next(tx: EntityManager, open: StatementSequence): Promise<void> {
    const sequence = await this.database.lockRow(tx, StatementSequence, { id: THE_SEQUENCE });
    if (sequence?.month !== open.month) return;
    const period = { ...this.periodOf(monthAfter(open.month)), startsAt: open.endsAt };
    await tx.update(StatementSequence, { id: THE_SEQUENCE }, period);
  }

  private periodOf(month: string) {
    const startsAt = this.calendar.startOf(`${month}-01`);
    const endsAt = this.calendar.startOf(`${monthAfter(month)}-01`);
    return { month, startsAt, endsAt };
  }
}
