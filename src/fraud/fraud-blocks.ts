import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { Audit } from '../operations/audit/index.js';
import type { SessionActor } from '../platform/access/principal.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, purge, statement } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { nextCursor } from '../platform/http/request-fields.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { UsersService } from '../users/index.js';
import type {
  AdminFraudBlockPage,
  AdminFraudBlockQuery,
  FraudBlockPage,
  FraudBlockQuery,
  FraudBlockView,
} from './fraud.dto.js';
import { FraudBlock } from './fraud.entities.js';
import { FraudAccounts } from './fraud-accounts.js';

const KEPT_DAYS = 30;

/** The blocks of an account that hold now, as the operator's alert tells them. */
export interface FraudSummary {
  userId: number;
  blocks: number;
  /** Sends that they stopped, or would have stopped. */
  stopped: number;
}

@Injectable()
export class FraudBlocks {
  constructor(
    private readonly database: Database,
    private readonly accounts: FraudAccounts,
    private readonly users: UsersService,
    private readonly audit: Audit,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    sweepers.purge('blocks against fraud', (limit) => this.purge(limit));
  }

  async page(userId: number, query: FraudBlockQuery): Promise<FraudBlockPage> {
    const { rows, ...page } = await this.read({ userId }, query);
    return { ...page, items: rows.map((row) => this.view(row)) };
  }

  async adminPage(query: AdminFraudBlockQuery): Promise<AdminFraudBlockPage> {
    const { user_id: userId } = query;
    const { rows, ...page } = await this.read(userId === undefined ? {} : { userId }, query);
    const names = await this.users.namesOf([...new Set(rows.map((row) => row.userId))]);
    const items = rows.map((row) => ({
      ...this.view(row),
      user_id: row.userId,
      username: names.get(row.userId) ?? null,
    }));
    return { ...page, items };
  }

  /** By the owner. Fails with `not_found` if it holds no more. */
  async liftOwn(actor: SessionActor, id: number): Promise<void> {
    const { userId } = actor;
    await this.lift(userId, id, (tx) =>
      this.audit.recordOwn(tx, actor, 'guard.unblock', undefined, { block: id }),
    );
  }

  /** By an administrator. Fails with `not_found` if it holds no more. */
  async liftBy(actor: SessionActor, id: number): Promise<void> {
    const { userId } = orNotFound(await this.database.read.findOneBy(FraudBlock, { id }));
    await this.lift(userId, id, (tx) =>
      this.audit.record(tx, actor, 'user.fraud_unblock', `user:${userId}`, { block: id }),
    );
  }

  /** Accounts with blocks that hold now, those that stopped most first. */
  async summaries(atMost: number): Promise<FraudSummary[]> {
    const rows = await this.database.query(
      statement(
        `SELECT user_id, COUNT(*) AS blocks, SUM(stopped) AS stopped FROM fraud_blocks
          WHERE ends_at > ? AND lifted_at IS NULL GROUP BY user_id ORDER BY stopped DESC, user_id LIMIT ${atMost}`,
        [this.clock.now()],
      ),
    );
    return rows.map(({ user_id, blocks, stopped }) => ({
      userId: Number(user_id),
      blocks: Number(blocks),
      stopped: Number(stopped),
    }));
  }

  private async read(owner: FindOptionsWhere<FraudBlock>, { active, cursor, limit }: FraudBlockQuery) {
    const now = this.clock.now();
    const before = cursor === undefined ? {} : { id: LessThan(cursor) };
    const states: Record<string, FindOptionsWhere<FraudBlock>[]> = {
      true: [{ liftedAt: IsNull(), endsAt: MoreThan(now) }],
      false: [{ endsAt: LessThanOrEqual(now) }, { endsAt: MoreThan(now), liftedAt: LessThanOrEqual(now) }],
    };
    const rows = await this.database.read.find(FraudBlock, {
      where: (states[active ?? ''] ?? [{}]).map((state) => ({ ...owner, ...before, ...state })),
      order: { id: 'DESC' },
      take: limit + 1,
    });
    return { limit, rows: rows.slice(0, limit), next_cursor: nextCursor(rows, limit) };
  }

  private async lift(
    userId: number,
    id: number,
    record: (tx: Parameters<Audit['record']>[0]) => Promise<void>,
  ): Promise<void> {
    await this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, FraudBlock, { id });
      const now = this.clock.now();
      if (row?.userId !== userId || row.liftedAt !== null || row.endsAt <= now)
        throw new AppError('not_found');
      await tx.update(FraudBlock, { id }, { liftedAt: now });
      await record(tx);
    });
    this.accounts.forget(userId);
  }

  private view(row: FraudBlock): FraudBlockView {
    const { id, rule, subject, digits, mode, sends, phones, judgedPhones, convertedPhones, stopped } = row;
    const { startedAt, endsAt, liftedAt } = row;
    const conversion = Math.floor((convertedPhones * 100) / Math.max(1, judgedPhones));
    return {
      ...{ id, rule, subject, prefix: digits, mode, sends, phones },
      conversion_percent: judgedPhones === 0 ? null : conversion,
      stopped,
      active: liftedAt === null && endsAt > this.clock.now(),
      ...this.calendar.fields('started_at', startedAt),
      ...this.calendar.fields('ends_at', endsAt),
      ...this.calendar.fields('lifted_at', liftedAt),
    };
  }

  private purge(limit: number): Promise<number> {
    const where = { endsAt: LessThanOrEqual(addSeconds(this.clock.now(), -KEPT_DAYS * DAY_SECONDS)) };
    return purge(this.database, FraudBlock, { where, by: 'id' }, limit);
  }
}
