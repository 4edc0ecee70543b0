import { describe, expect, it } from 'vitest';
import {
  isUniqueViolation,
  question,
  statement,
  UnmetError,
  type Write,
} from '../../../src/platform/database/index.js';
import type { Account } from '../../support/factories.js';
import { useTwoAccounts } from './accounts.js';

const world = useTwoAccounts();

const NOBODY = { userId: 0 };

/** Adds to a balance by a write that has to find it. */
function add({ userId }: Pick<Account, 'userId'>, credits: number): Write {
  const sql = 'UPDATE credit_balances SET balance = balance + ? WHERE user_id = ?';
  return { ...statement(sql, [credits, userId]), rows: 1 };
}

const balances = () =>
  statement('SELECT balance FROM credit_balances WHERE user_id IN (?, ?) ORDER BY user_id', [
    world.one.userId,
    world.other.userId,
  ]);

const whole = (writes: Write[], asked = balances()) =>
  world.test.database.script((script) =>
    script.commitAndAsk(
      writes,
      question(asked, (rows) => ({ rows })),
    ),
  );

const balancesNow = async () =>
  (await world.test.database.ask(balances())).map(({ balance }) => Number(balance));

describe('a transaction in one packet', () => {
  it('is committed when its question is answered', async () => {
    const { rows } = await whole([add(world.one, 1), add(world.other, 2)]);
    expect(rows.map(({ balance }) => Number(balance))).toEqual([1, 2]);
    expect(await balancesNow()).toEqual([1, 2]);
  });

  it('leaves no trace when one of its writes does not find its row', async () => {
    await expect(whole([add(world.one, 1), add(NOBODY, 1), add(world.other, 1)])).rejects.toThrow(UnmetError);
    expect(await balancesNow()).toEqual([0, 0]);
  });

  it('is content with rows that it finds as they were to be', async () => {
    await expect(whole([add(world.one, 0)])).resolves.toBeDefined();
  });

  it('leaves no trace when a key is there already, and says which kind of failure it was', async () => {
    const again = statement(
      'INSERT INTO credit_balances (user_id, balance, entry_count, updated_at) VALUES (?, 0, 0, ?)',
      [world.one.userId, new Date(0)],
    );
    const error: unknown = await whole([add(world.other, 1), again]).catch((thrown: unknown) => thrown);
    expect(isUniqueViolation(error)).toBe(true);
    expect(await balancesNow()).toEqual([0, 0]);
  });

  it('leaves no trace either where an INSERT comes after the write that does not find its row', async () => {
    const window = (name: string) =>
      statement('INSERT INTO duplicate_windows (duplicate_index, reference, expires_at) VALUES (?, ?, ?)', [
        name,
        'of a test',
        new Date(0),
      ]);
    const asked = statement('SELECT duplicate_index AS name FROM duplicate_windows WHERE reference = ?', [
      'of a test',
    ]);
    await expect(whole([add(world.one, 1), add(NOBODY, 1), window('a')])).rejects.toThrow(UnmetError);
    expect(await balancesNow()).toEqual([0, 0]);
    const { rows } = await whole([add(world.one, 1), window('b'), add(world.other, 2), window('c')], asked);
    expect(rows.map(({ name }) => name)).toEqual(['b', 'c']);
    expect(await balancesNow()).toEqual([1, 2]);
  });

  it('goes on after a failure over the same connections', async () => {
    for (let round = 0; round < 8; round++) {
      await expect(whole([add(world.one, 1), add(NOBODY, 1)])).rejects.toThrow(UnmetError);
      await whole([add(world.one, 1)]);
    }
    expect(await balancesNow()).toEqual([8, 0]);
  });

  it('writes values down as they are', async () => {
    const texts = ["it's", 'a ? in it', 'back\\slash', '"; DROP TABLE users; --', '', 'šť🙂\n\u0000'];
    const asked = statement(`SELECT ${texts.map((_, at) => `? AS t${at}`).join(', ')}, ? AS n, ? AS x`, [
      ...texts,
      42,
      null,
    ]);
    const { rows } = await whole([add(world.one, 1)], asked);
    expect(texts.map((_, at) => rows[0]?.[`t${at}`])).toEqual(texts);
    expect(Number(rows[0]?.['n'])).toBe(42);
    expect(rows[0]?.['x']).toBeNull();
  });
});
