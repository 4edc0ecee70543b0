import { describe, expect, it } from 'vitest';
import {
  CommitUnknownError,
  isUniqueViolation,
  type Statement,
  statement,
} from '../../../src/platform/database/index.js';
import type { Account } from '../../support/factories.js';
import { useTwoAccounts } from './accounts.js';

const world = useTwoAccounts();

const add = ({ userId }: Account, credits: number) =>
  statement('UPDATE credit_balances SET balance = balance + ? WHERE user_id = ?', [credits, userId]);

const balances = () =>
  statement('SELECT balance FROM credit_balances WHERE user_id IN (?, ?) ORDER BY user_id', [
    world.one.userId,
    world.other.userId,
  ]);

const balancesNow = async () =>
  (await world.test.database.query(balances())).map(({ balance }) => Number(balance));

const commit = (writes: Statement[], after?: Statement) =>
  world.test.database.batch((tx) => tx.commit(writes, after));

const TAKEN = () =>
  statement('INSERT INTO credit_balances (user_id, balance, entry_count, updated_at) VALUES (?, 0, 0, ?)', [
    world.one.userId,
    new Date(0),
  ]);

describe('a transaction that sends several statements at once', () => {
  it('returns the rows of each statement, and of the read after the COMMIT', async () => {
    const rows = await commit([add(world.one, 1), balances(), add(world.other, 2)], balances());
    const found = rows.map((each) => each.map(({ balance }) => Number(balance)));
    expect(found).toEqual([[], [1, 0], [], [1, 2]]);
    expect(await balancesNow()).toEqual([1, 2]);
  });

  it('reads its own writes before the COMMIT, and skips statements that are undefined', async () => {
    await world.test.database.batch(async (tx) => {
      const [none, found] = await tx.query(undefined, balances());
      expect([none?.length, found?.length]).toEqual([0, 2]);
      const [, , changed] = await tx.query(add(world.one, 3), undefined, balances());
      expect(changed?.map(({ balance }) => Number(balance))).toEqual([3, 0]);
      await tx.commit([add(world.other, 4)]);
    });
    expect(await balancesNow()).toEqual([3, 4]);
  });

  it('leaves no trace if it ends without a COMMIT', async () => {
    await world.test.database.batch((tx) => tx.query(add(world.one, 1)));
    const failing = world.test.database.batch(async (tx) => {
      await tx.query(add(world.one, 1));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await balancesNow()).toEqual([0, 0]);
  });

  it('leaves no trace if a key exists already, and says so', async () => {
    for (const after of [undefined, balances()]) {
      const error: unknown = await commit([add(world.other, 1), TAKEN()], after).catch(
        (thrown: unknown) => thrown,
      );
      expect(isUniqueViolation(error)).toBe(true);
      expect(await balancesNow()).toEqual([0, 0]);
    }
  });

  it('has an unknown outcome if the read after the COMMIT fails: the writes are stored', async () => {
    const failing = commit([add(world.one, 1)], statement('SELECT no_column FROM credit_balances'));
    await expect(failing).rejects.toThrow(CommitUnknownError);
    expect(await balancesNow()).toEqual([1, 0]);
  });

  it('goes on after a failure over the same connections', async () => {
    for (let round = 0; round < 8; round++) {
      await expect(commit([add(world.one, 1), TAKEN()])).rejects.toThrow();
      await commit([add(world.one, 1)]);
    }
    expect(await balancesNow()).toEqual([8, 0]);
  });

  it('stores values as they are', async () => {
    const texts = ["it's", 'a ? in it', 'back\\slash', '"; DROP TABLE users; --', '', 'šť🙂\n\u0000'];
    const asked = statement(`SELECT ${texts.map((_, at) => `? AS t${at}`).join(', ')}, ? AS n, ? AS x`, [
      ...texts,
      42,
      null,
    ]);
    const [row] = (await commit([add(world.one, 1)], asked)).at(-1) ?? [];
    expect(texts.map((_, at) => row?.[`t${at}`])).toEqual(texts);
    expect(Number(row?.['n'])).toBe(42);
    expect(row?.['x']).toBeNull();
  });
});
