import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual, type EntityManager } from 'typeorm';
import { Clock } from '../common/clock.js';
import { byCase, Database, insertInto, list, statement } from '../common/database/index.js';
import type { Answer, Expression, Statement } from '../common/database/index.js';
import { AppError } from '../common/errors/index.js';
import { failpoint } from '../common/failpoint.js';
import { CreditBalance } from './credit-balance.entity.js';
import { CreditEntry, type CreditKind } from './credit-entry.entity.js';

interface Movement {
  userId: number;
  /** Credits, positive; the kind gives the sign. */
  amount: number;
  messageId?: number;
  actorId?: number;
  note?: string;
}

/** The price of one message, as it is taken with others'. */
export interface Charge {
  userId: number;
  amount: number;
  /** Of the account, once this and every charge before it is taken. */
  balanceAfter: number;
  /** Where the database finds the message's id. */
  messageId: Expression;
}

/** Every movement of credit: the guarded change of the balance and its line in the ledger, in the caller's transaction. */
@Injectable()
export class Credit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A new account's balance; a grant becomes its first entry. */
  async open(tx: EntityManager, userId: number, grant: number): Promise<void> {
    await tx.insert(CreditBalance, { userId, balance: 0, entryCount: 0, updatedAt: this.clock.now() });
    if (grant > 0) await this.topUp(tx, { userId, amount: grant, note: 'signup' });
  }

  /** Reads balances and keeps them from changing until the transaction ends. */
  hold(userIds: number[]): Statement {
    const ids = [...new Set(userIds)].sort((a, b) => a - b);
    const lock = this.database.engine === 'mysql' ? ' ORDER BY user_id FOR UPDATE' : '';
    return statement(
      `SELECT user_id, balance FROM credit_balances WHERE user_id IN ${list(ids)}${lock}`,
      ids,
    );
  }

  /** The balances by account, of the answer to {@link hold}. */
  held(answer: Answer | undefined): Map<number, number> {
    const rows = answer?.rows ?? [];
    return new Map(rows.map((row) => [Number(row['user_id']), Number(row['balance'])]));
  }

  /** Takes the prices of messages from balances that are held; the column itself refuses to go below zero. */
  charge(charges: Charge[]): Statement[] {
    if (charges.length === 0) return [];
    const now = this.clock.now();
    const sums = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const { userId, amount } of charges) {
      sums.set(userId, (sums.get(userId) ?? 0) + amount);
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
    }
    const ids = [...sums.keys()];
    const [sum, count] = [byCase('user_id', sums), byCase('user_id', counts)];
    return [
      statement(
        `UPDATE credit_balances
          SET balance = balance - ${sum.sql}, entry_count = entry_count + ${count.sql}, updated_at = ?
          WHERE user_id IN ${list(ids)}`,
        [sum, count, now, ...ids],
      ),
      insertInto(
        'credit_entries',
        charges.map(({ userId, amount, balanceAfter, messageId }) => ({
          user_id: userId,
          amount: -amount,
          balance_after: balanceAfter,
          kind: 'charge',
          message_id: messageId,
          created_at: now,
        })),
      ),
    ];
  }

  /** Gives the price of a message back; returns the balance after. */
  async refund(tx: EntityManager, movement: Movement): Promise<number> {
    return this.give(tx, movement, 'refund');
  }

  async topUp(tx: EntityManager, movement: Movement): Promise<number> {
    return this.give(tx, movement, 'topup');
  }

  /** Takes credit off by an administrator's hand. Fails with `balance_negative`. */
  async adjust(tx: EntityManager, movement: Movement): Promise<number> {
    const balance = await this.move(tx, movement, 'adjustment', -movement.amount);
    if (balance !== undefined) return balance;
    await this.balanceIn(tx, movement.userId);
    throw new AppError('balance_negative');
  }

  /** The balance of an account; `undefined` when there is none. */
  async balanceOf(userId: number): Promise<number | undefined> {
    return (await this.database.read.findOneBy(CreditBalance, { userId }))?.balance;
  }

  /** The balances of several accounts, by user id. */
  async balancesOf(userIds: number[]): Promise<Map<number, number>> {
    const rows = await this.database.read.findBy(CreditBalance, { userId: In(userIds) });
    return new Map(rows.map(({ userId, balance }) => [userId, balance]));
  }

  private async give(tx: EntityManager, movement: Movement, kind: CreditKind): Promise<number> {
    const balance = await this.move(tx, movement, kind, movement.amount);
    if (balance === undefined) throw new AppError('not_found');
    return balance;
  }

  /** `undefined` when the balance does not allow it, or there is no such account. */
  private async move(
    tx: EntityManager,
    movement: Movement,
    kind: CreditKind,
    amount: number,
  ): Promise<number | undefined> {
    const { userId, messageId, actorId, note } = movement;
    const now = this.clock.now();
    const { affected } = await tx.update(
      CreditBalance,
      { userId, balance: MoreThanOrEqual(Math.max(0, -amount)) },
      { balance: () => `balance + (${amount})`, entryCount: () => 'entry_count + 1', updatedAt: now },
    );
    if (affected !== 1) return undefined;
    failpoint('credit.balance');
    const balanceAfter = await this.balanceIn(tx, userId);
    await tx.insert(CreditEntry, {
      userId,
      amount,
      balanceAfter,
      kind,
      messageId,
      actorId,
      note,
      createdAt: now,
    });
    failpoint('credit.entry');
    return balanceAfter;
  }

  /** The balance as the transaction sees it. Fails with `not_found`. */
  async balanceIn(tx: EntityManager, userId: number): Promise<number> {
    const row = await tx.findOneBy(CreditBalance, { userId });
    if (!row) throw new AppError('not_found', { detail: `account ${userId} has no balance` });
    return row.balance;
  }
}
