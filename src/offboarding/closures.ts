import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiKeysService } from '../api-keys/index.js';
import { Config } from '../config/index.js';
import { Credit, SETTLEMENT_NOTE, TopUpRequests } from '../credit/index.js';
import { Audit } from '../operations/audit/index.js';
import type { SessionActor } from '../platform/access/principal.js';
import { Database, execute, upsert } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { MailOutbox } from '../platform/mail/index.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Confirmation, type ConfirmedDto } from '../platform/security/confirmation.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { AccountClosure, Administrators, UsersService } from '../users/index.js';
import { WebhookOutbox } from '../webhook/index.js';
import type { CloseAccountDto, ClosureState, ClosureView } from './closures.dto.js';

/** Closes accounts: the owner requests it, an administrator does it. */
@Injectable()
export class Closures {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly administrators: Administrators,
    private readonly keys: ApiKeysService,
    private readonly webhooks: WebhookOutbox,
    private readonly requests: TopUpRequests,
    private readonly credit: Credit,
    private readonly confirmation: Confirmation,
    private readonly audit: Audit,
    private readonly outbox: MailOutbox,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
  ) {}

  async view(userId: number): Promise<ClosureView> {
    orNotFound(await this.users.findAccount(userId));
    const row = await this.database.read.findOneBy(AccountClosure, { userId });
    return {
      state: stateOf(row),
      ...this.calendar.fields('requested_at', row?.requestedAt ?? null),
      ...this.calendar.fields('closed_at', row?.closedAt ?? null),
      ...this.calendar.fields('erase_at', row?.eraseAt ?? null),
      ...this.calendar.fields('erased_at', row?.erasedAt ?? null),
    };
  }

  /** Stores the owner's request. Repeating it changes nothing. */
  async ask(owner: SessionActor, { current_password }: ConfirmedDto): Promise<ClosureView> {
    const { userId } = owner;
    await this.confirmation.require(owner, current_password);
    await this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      if ((await tx.findOneBy(AccountClosure, { userId }))?.requestedAt) return;
      await this.store(tx, { userId, requestedAt: this.clock.now() });
      await this.audit.recordOwn(tx, owner, 'account.close_ask');
    });
    this.outbox.committed();
    return this.view(userId);
  }

  /** Cancels the owner's request. Fails with `not_found` if there is none. */
  async cancel(owner: SessionActor): Promise<ClosureView> {
    const { userId } = owner;
    await this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      const row = await tx.findOneBy(AccountClosure, { userId });
      if (!row?.requestedAt) throw new AppError('not_found');
      await this.store(tx, { userId, requestedAt: null });
      await this.audit.recordOwn(tx, owner, 'account.close_cancel');
    });
    return this.view(userId);
  }

  /**
   * Ends sessions, keys and webhooks, declines open top-up requests and sets the balance to zero by one ledger entry,
   * in one transaction. Fails with `not_found`, `own_account`, `account_closed` or `last_admin`, or as
   * {@link Confirmation}.
   */
  async close(actor: SessionActor, userId: number, body: CloseAccountDto): Promise<ClosureView> {
    if (actor.userId === userId) throw new AppError('own_account');
    orNotFound(await this.users.findAccount(userId));
    await this.confirmation.require(actor, body.current_password);
    await this.database.tx(async (tx) => {
      await this.administrators.requireAnother(tx, userId);
      await this.users.lock(tx, { userId });
      await this.users.requireOpen(tx, userId);
      const closedAt = this.clock.now();
      const eraseAt = addSeconds(closedAt, this.config.ACCOUNT_ERASE_DAYS * DAY_SECONDS);
      await this.store(tx, { userId, closedAt, closedBy: actor.userId, eraseAt });
      await this.users.suspend(tx, userId, true);
      await this.keys.removeAll(tx, userId);
      await this.webhooks.removeAll(tx, userId);
      failpoint('closing.ended');
      await this.requests.declineAll(tx, userId, actor.userId);
      const note = body.note ?? SETTLEMENT_NOTE;
      const settled = await this.credit.removeBalance(tx, { userId, actorId: actor.userId, note });
      failpoint('closing.settled');
      const detail = { settled, erase_at: eraseAt.toISOString() };
      await this.audit.record(tx, actor, 'user.close', `user:${userId}`, detail);
    });
    failpoint('closing.committed');
    this.outbox.committed();
    return this.view(userId);
  }

  /** Inserts or updates the closure. The caller has locked the account's row. */
  private async store(
    tx: EntityManager,
    row: Partial<AccountClosure> & Pick<AccountClosure, 'userId'>,
  ): Promise<void> {
    const set = Object.keys(row).filter((name): name is keyof AccountClosure => name !== 'userId');
    await execute(tx, upsert(this.database.engine, AccountClosure, [row], { key: ['userId'], set }));
  }
}

function stateOf(row: AccountClosure | null): ClosureState {
  if (row?.erasedAt) return 'erased';
  if (row?.closedAt) return 'closed';
  return row?.requestedAt ? 'requested' : 'open';
}
