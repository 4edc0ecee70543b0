import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { Credit, CreditErasure, SETTLEMENT_NOTE, TopUpRequests, UsageRollup } from '../credit/index.js';
import { AuditErasure } from '../operations/audit/index.js';
import { Retention } from '../otp/index.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, statement } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { failpoint } from '../platform/process/failpoint.js';
import { addSeconds, Clock, HOUR_SECONDS } from '../platform/time/clock.js';
import { LegalHolds } from '../privacy/records/index.js';
import { AccountClosure, UsersService } from '../users/index.js';
import { pseudonymOf } from './erasure-plan.rules.js';
import { ErasureTables } from './erasure-tables.js';

const EVERY_SECONDS = 60;
/** The first round comes soon after the start, since the last process may have died during an erasure. */
const FIRST_SECONDS = 5;
const ACCOUNTS_MAX = 20;
/** How long after its expiry a payment may still turn out to be paid. */
const PAYMENT_OPEN_SECONDS = 25 * HOUR_SECONDS;

/** Rows of an account that may still change its balance. */
const UNSETTLED = `SELECT 1 FROM messages WHERE user_id = ? AND status = 'pending'
  UNION ALL SELECT 1 FROM inbound_verifications WHERE user_id = ? AND status = 'pending'
  UNION ALL SELECT 1 FROM payments WHERE user_id = ? AND status = 'pending' AND expires_at > ? LIMIT 1`;

/**
 * Erases closed accounts when they are due, by {@link ERASURE_PLAN}. Every step may run again and leaves the ledger
 * balanced: after a crash the next round continues. The last transaction ends the erasure, exactly once. Several
 * instances may erase the same account at a time.
 */
@Injectable()
export class Erasures {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly requests: TopUpRequests,
    private readonly credit: Credit,
    private readonly books: CreditErasure,
    private readonly usage: UsageRollup,
    private readonly messages: Retention,
    private readonly audit: AuditErasure,
    private readonly tables: ErasureTables,
    private readonly holds: LegalHolds,
    private readonly clock: Clock,
    sweepers: Sweepers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    sweepers.every('the erasure of closed accounts', EVERY_SECONDS, (stopping) => this.round(stopping), {
      firstSeconds: FIRST_SECONDS,
    });
  }

  /** An account that fails does not hold back the others. Fails afterwards with the first error. */
  private async round(stopping: AbortSignal): Promise<void> {
    const ended: number[] = [];
    const failures: unknown[] = [];
    for (const { userId } of await this.due()) {
      if (stopping.aborted) return;
      try {
        if (await this.eraseRows(userId, stopping)) ended.push(userId);
      } catch (error) {
        failures.push(error);
      }
    }
    if (!stopping.aborted) await this.end(ended);
    if (failures.length > 0) throw failures[0];
  }

  /** Deleted values stay in free pages and in the WAL of SQLite until its file is rewritten, once for all accounts. */
  private async end(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0 || !(await this.database.forgetDeleted())) return;
    failpoint('erasure.cleaned');
    for (const userId of userIds)
      if (await this.database.tx((tx) => this.finish(tx, userId)))
        this.logger.info({ userId }, 'a closed account was erased');
  }

  /** The accounts to erase now. An account under a legal hold waits for its end. */
  private async due(): Promise<AccountClosure[]> {
    return this.database.read.find(AccountClosure, {
      where: {
        ...{ erasedAt: IsNull(), closedAt: Not(IsNull()), eraseAt: LessThanOrEqual(this.clock.now()) },
        userId: await this.holds.notHeld(),
      },
      order: { eraseAt: 'ASC' },
      take: ACCOUNTS_MAX,
    });
  }

  /** Erases the data of an account. False if its balance may still change, or the service stops. */
  private async eraseRows(userId: number, stopping: AbortSignal): Promise<boolean> {
    const name = pseudonymOf(userId);
    if (await this.isUnsettled(userId)) return false;
    await this.database.tx((tx) => this.settle(tx, userId));
    failpoint('erasure.settled');
    await this.usage.catchUp(userId, { stopping });
    await this.tables.claimInvitations(userId);
    const subjects = await this.tables.subjectsOf(userId);
    await this.audit.anonymise(userId, subjects);
    await this.tables.deleteMails(subjects);
    failpoint('erasure.audited');
    for (const login of await this.tables.loginsOf(userId)) await this.tables.deleteRows(login);
    failpoint('erasure.deleted');
    if (!(await this.messages.purgeAccount(userId, stopping))) return false;
    failpoint('erasure.purged');
    await this.books.anonymise(userId, name);
    await this.tables.clearColumns(userId, name.username);
    failpoint('erasure.cleared');
    await this.database.tx((tx) => this.rename(tx, userId));
    failpoint('erasure.renamed');
    return true;
  }

  private async isUnsettled(userId: number): Promise<boolean> {
    const since = addSeconds(this.clock.now(), -PAYMENT_OPEN_SECONDS);
    const { sql, values } = statement(UNSETTLED, [userId, userId, userId, since]);
    return (await this.database.read.query<unknown[]>(sql, values)).length > 0;
  }

  /** Sets the balance to zero again, since a refund may have come. By the administrator who closed the account. */
  private async settle(tx: EntityManager, userId: number): Promise<void> {
    const { closedBy } = await tx.findOneByOrFail(AccountClosure, { userId });
    await this.requests.declineAll(tx, userId, closedBy);
    await this.credit.removeBalance(tx, { userId, actorId: closedBy ?? undefined, note: SETTLEMENT_NOTE });
  }

  /** Gives the account and its members their pseudonyms. */
  private async rename(tx: EntityManager, userId: number): Promise<void> {
    await this.users.lock(tx, { userId });
    for (const login of await this.tables.loginsOf(userId, tx))
      await this.users.anonymise(tx, login, pseudonymOf(login));
  }

  /** Ends the erasure. False if another instance was first. */
  private async finish(tx: EntityManager, userId: number): Promise<boolean> {
    await this.users.lock(tx, { userId });
    const erasedAt = this.clock.now();
    const { affected } = await tx.update(AccountClosure, { userId, erasedAt: IsNull() }, { erasedAt });
    if (affected !== 1) return false;
    await this.settle(tx, userId);
    return true;
  }
}
