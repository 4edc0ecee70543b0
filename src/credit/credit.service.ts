import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { SpendCap } from '../platform/access/principal.js';
import {
  Database,
  execute,
  Expression,
  insertInto,
  list,
  type Row,
  type Rows,
  type Statement,
  statement,
  updateEach,
} from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Clock } from '../platform/time/clock.js';
import { CreditBalance, CreditEntry } from './credit.entities.js';
import { SpendCaps } from './spend-caps/spend-caps.js';

/** The note of the credit that an account begins with. */
export const SIGNUP_NOTE = 'signup';
/** The default note of the line that removes the balance of a closed account. */
export const SETTLEMENT_NOTE = 'Penutupan akun';

/** A top-up or an adjustment. */
interface Movement {
  userId: number;
  /** Credits: above 0 a top-up, below an adjustment. */
  amount: number;
  actorId?: number;
  note?: string;
}

export interface CreditLine extends Pick<CreditEntry, 'userId' | 'kind' | 'amount' | 'balanceAfter'> {
  /** The message of a charge or refund, or of its adjustment. */
  messageId?: number | Expression;
  /** For the adjustment of a message: {@link CreditEntry.step}. */
  step?: number;
  actorId?: number;
  note?: string;
}

/** Moves credit: changes the locked balance and writes its line in the ledger, in the caller's transaction. */
@Injectable()
export class Credit {
  constructor(
    private readonly database: Database,
    private readonly spendCaps: SpendCaps,
    private readonly clock: Clock,
  ) {}

  /** Creates the balance of a new account. A grant becomes its first entry. */
  async open(tx: EntityManager, userId: number, grant: number): Promise<void> {
    await tx.insert(CreditBalance, { userId, balance: 0, entryCount: 0, updatedAt: this.clock.now() });
    if (grant > 0) await this.move(tx, { userId, amount: grant, note: SIGNUP_NOTE });
  }

  /** Reads balances for {@link balancesIn}. With `lock` they stay the same until the transaction ends. */
  selectBalances(userIds: readonly number[], { lock }: { lock: boolean }): Statement | undefined {
    const ids = [...new Set(userIds)].sort((one, other) => one - other);
    if (ids.length === 0) return undefined;
    return statement(
      `SELECT user_id, balance FROM credit_balances WHERE user_id IN ${list(ids)}
        ORDER BY user_id${lock ? this.database.forUpdate : ''}`,
      ids,
    );
  }

  /** Changes locked balances and writes the ledger. A CHECK on the column rejects a balance below zero. */
  enter(lines: readonly CreditLine[]): Statement[] {
    if (lines.length === 0) return [];
    const now = this.clock.now();
    const sums = new Map<number, { amount: number; lines: number }>();
    for (const { userId, amount } of lines) {
      const sum = sums.get(userId) ?? { amount: 0, lines: 0 };
      sums.set(userId, { amount: sum.amount + amount, lines: sum.lines + 1 });
    }
    const changes = [...sums].map(([userId, sum]): [number, Row<CreditBalance>] => {
      const balance = new Expression('balance + ?', [sum.amount]);
      const entryCount = new Expression('entry_count + ?', [sum.lines]);
      return [userId, { balance, entryCount, updatedAt: now }];
    });
    return [
      updateEach(CreditBalance, 'userId', new Map(changes)),
      ...insertInto(
        CreditEntry,
        lines.map((line) => ({ ...line, createdAt: now })),
      ),
    ];
  }

  /** Returns the balance after. Fails with `not_found`, `balance_negative`. */
  move(tx: EntityManager, movement: Movement): Promise<number> {
    const kind = movement.amount > 0 ? 'topup' : 'adjustment';
    return this.enterOne(tx, { ...movement, kind }, () => new AppError('balance_negative'));
  }

  /** Removes the whole balance by one line, and returns the amount; 0: there was none, and no line is written. */
  async removeBalance(tx: EntityManager, { userId, ...by }: Omit<Movement, 'amount'>): Promise<number> {
    const balance = await this.lockBalance(tx, userId);
    if (balance > 0) await this.move(tx, { userId, amount: -balance, ...by });
    return balance;
  }

  /**
   * Charges (`amount` below 0) or refunds a verification that has no message; the line's note is its id. Without an
   * amount there is no line. Returns the balance after. Fails with `spend_cap_reached` (by the caps of a charge) and
   * `insufficient_credit`.
   */
  async enterVerification(
    tx: EntityManager,
    { userId, amount, verification: note }: { userId: number; amount: number; verification: string },
    caps: readonly SpendCap[] = [],
  ): Promise<number> {
    if (amount === 0) return (await tx.findOneByOrFail(CreditBalance, { userId })).balance;
    const line = { userId, amount, note, kind: amount < 0 ? 'charge' : 'refund' } as const;
    return this.enterOne(tx, line, insufficient, caps);
  }

  private async enterOne(
    tx: EntityManager,
    line: Omit<CreditLine, 'balanceAfter'>,
    tooLow: (balance: number) => AppError,
    caps: readonly SpendCap[] = [],
  ): Promise<number> {
    const { userId, amount } = line;
    const balance = await this.lockBalance(tx, userId);
    failpoint('credit.held');
    await this.spendCaps.require(tx, caps, -amount);
    const balanceAfter = balance + amount;
    if (balanceAfter < 0) throw tooLow(balance);
    await execute(tx, this.enter([{ ...line, balanceAfter }]));
    failpoint('credit.entered');
    return balanceAfter;
  }

  private async lockBalance(tx: EntityManager, userId: number): Promise<number> {
    const locked = this.selectBalances([userId], { lock: true });
    const balance = locked && balancesIn(await tx.query<Rows>(locked.sql, locked.values)).get(userId);
    if (balance === undefined)
      throw new AppError('not_found', { logDetail: `account ${userId} has no balance` });
    return balance;
  }

  async balanceOf(userId: number): Promise<number | undefined> {
    return (await this.database.read.findOneBy(CreditBalance, { userId }))?.balance;
  }

  async balancesOf(userIds: number[]): Promise<Map<number, number>> {
    const rows = await this.database.read.findBy(CreditBalance, { userId: In(userIds) });
    return new Map(rows.map(({ userId, balance }) => [userId, balance]));
  }
}

/** Balances by account. */
export const balancesIn = (rows: Rows): Map<number, number> =>
  new Map(rows.map((row) => [Number(row['user_id']), Number(row['balance'])]));

const insufficient = (balance: number) =>
  new AppError('insufficient_credit', { body: { credit_balance: balance } });
