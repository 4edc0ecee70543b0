import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import {
  askIn,
  Database,
  execute,
  Expression,
  insertInto,
  list,
  type Part,
  question,
  type Row,
  type Statement,
  statement,
  updateEach,
} from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { failpoint } from '../platform/process/failpoint.js';
import { Clock } from '../platform/time/clock.js';
import { CreditBalance, CreditEntry, type CreditKind } from './credit.entities.js';

/** The note of the credit that an account begins with. */
export const SIGNUP_NOTE = 'signup';

/** Credit that is added or taken off by somebody's hand. */
interface Movement {
  userId: number;
  /** Credits: above 0 a top-up, below an adjustment. */
  amount: number;
  actorId?: number;
  note?: string;
}

/** A line of the ledger on its way into it. */
export interface CreditLine {
  userId: number;
  kind: CreditKind;
  /** Signed: a charge is negative. */
  amount: number;
  /** Of the account, with this and every line before it; found out as it is written, where nobody holds the balance. */
  balanceAfter?: number;
  /** Of a charge or refund; as an expression where the same packet inserts the message. */
  messageId?: number | Expression;
  actorId?: number;
  note?: string;
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
    if (grant > 0) await this.move(tx, { userId, amount: grant, note: SIGNUP_NOTE });
  }

  /** The balances by account; they stay as they are until the transaction ends. */
  hold(userIds: readonly number[]): Part<Map<number, number>> {
    const ids = [...new Set(userIds)].sort((one, other) => one - other);
    const lock = this.database.engine === 'mysql' ? ' ORDER BY user_id FOR UPDATE' : '';
    const asked = statement(
      `SELECT user_id, balance FROM credit_balances WHERE user_id IN ${list(ids)}${lock}`,
      ids,
    );
    return question(
      ids.length > 0 ? asked : undefined,
      (rows) => new Map(rows.map((row) => [Number(row['user_id']), Number(row['balance'])])),
    );
  }

  /**
   * Moves balances, and writes the ledger with what they are after each line. The column itself refuses to go below
   * zero, and the ledger an account without a balance.
   */
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
        withBalances(lines).map((line) => ({ ...line, createdAt: now })),
      ),
    ];
  }

  /** Returns the balance after. Fails with `not_found`, `balance_negative`. */
  async move(tx: EntityManager, movement: Movement): Promise<number> {
    const { userId, amount } = movement;
    const balance = (await askIn(tx, this.hold([userId]))).get(userId);
    if (balance === undefined)
      throw new AppError('not_found', { logDetail: `account ${userId} has no balance` });
    failpoint('credit.held');
    const balanceAfter = balance + amount;
    if (balanceAfter < 0) throw new AppError('balance_negative');
    const kind = amount > 0 ? 'topup' : 'adjustment';
    await execute(tx, this.enter([{ ...movement, kind, balanceAfter }]));
    failpoint('credit.entered');
    return balanceAfter;
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
}

/** What nobody knew is the balance as the whole of the lines leaves it, without those that come after. */
function withBalances(lines: readonly CreditLine[]) {
  const later = new Map<number, number>();
  const known = lines.toReversed().map((line) => {
    const { userId, amount } = line;
    const toCome = later.get(userId) ?? 0;
    later.set(userId, toCome + amount);
    const found = new Expression('(SELECT balance - ? FROM credit_balances WHERE user_id = ?)', [
      toCome,
      userId,
    ]);
    return { ...line, balanceAfter: line.balanceAfter ?? found };
  });
  return known.reverse();
}
