import mysql from 'mysql2/promise';
import { describe, expect, inject, it } from 'vitest';
import { schema } from '../../../ormconfig.js';
import { CreditBalance } from '../../../src/credit/credit.entities.js';
import { Database } from '../../../src/platform/database/index.js';
import type { Account } from '../../support/factories.js';
import { useTwoAccounts } from './accounts.js';

const world = useTwoAccounts();

const balanceOf = async ({ userId }: Account) =>
  (await world.test.database.read.findOneByOrFail(CreditBalance, { userId })).balance;
const add = (amount: number) => ({ balance: () => `balance + ${amount}` });

describe('a unit of work', () => {
  it('takes back its own writes when it fails, and nobody else’s', async () => {
    const works = Array.from({ length: 40 }, (_, i) =>
      world.test.database.tx(async (tx) => {
        await tx.update(CreditBalance, { userId: world.one.userId }, add(1));
        await new Promise((resolve) => setTimeout(resolve, i % 3));
        if (i % 2 === 1) throw new Error('no');
      }),
    );
    const ended = await Promise.allSettled(works);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(await balanceOf(world.one)).toBe(20);
  });

  it('does not open inside another', async () => {
    const nested = world.test.database.tx(() => world.test.database.tx(() => Promise.resolve()));
    await expect(nested).rejects.toThrow('inside a transaction');
  });

  it('does not read beside itself: that could wait for its own connection', async () => {
    const reading = world.test.database.tx(() => world.test.database.read.count(CreditBalance));
    await expect(reading).rejects.toThrow('use the tx');
  });

  it('gives up after some rounds that others won, without a trace, as a server too busy', async () => {
    let runs = 0;
    const losing = world.test.database.tx(async (tx) => {
      runs++;
      await tx.update(CreditBalance, { userId: world.one.userId }, add(1));
      throw Object.assign(new Error('Deadlock found'), { errno: 1213 });
    });
    await expect(losing).rejects.toMatchObject({ code: 'overloaded' });
    expect(runs).toBe(12);
    expect(await balanceOf(world.one)).toBe(0);
  });

  it('sees nothing of a neighbour that has not committed', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const writing = world.test.database.tx(async (tx) => {
      await tx.update(CreditBalance, { userId: world.one.userId }, add(5));
      await held;
    });
    expect(await balanceOf(world.one)).toBe(0);
    release();
    await writing;
    expect(await balanceOf(world.one)).toBe(5);
  });
});

describe.runIf(inject('engine') === 'sqlite')(
  'on SQLite, which may roll back by itself, a unit of work',
  () => {
    /** Ends the transaction of whoever writes that balance, as a full disk does. */
    async function rollingBack<T>(work: () => Promise<T>): Promise<T> {
      const { userId } = world.other;
      const say = (sql: string) => world.test.database.tx(async (tx) => void (await tx.query(sql)));
      await say(
        `CREATE TEMP TRIGGER full BEFORE UPDATE ON credit_balances WHEN NEW.user_id = ${userId}
        BEGIN SELECT RAISE(ROLLBACK, 'full'); END`,
      );
      try {
        return await work();
      } finally {
        await say('DROP TRIGGER temp.full');
      }
    }

    it('stores nothing, also where it goes on after the error', async () => {
      const working = rollingBack(() =>
        world.test.database.tx(async (tx) => {
          await tx.update(CreditBalance, { userId: world.one.userId }, add(1));
          await tx.update(CreditBalance, { userId: world.other.userId }, add(1)).catch(() => undefined);
          await tx.update(CreditBalance, { userId: world.one.userId }, add(5));
        }),
      );
      await expect(working).rejects.toThrow('full');
      expect([await balanceOf(world.one), await balanceOf(world.other)]).toEqual([0, 0]);
    });

    it('leaves the next one whole', async () => {
      await rollingBack(() =>
        world.test.database
          .tx((tx) => tx.update(CreditBalance, { userId: world.other.userId }, add(1)))
          .catch(() => undefined),
      );
      const failing = world.test.database.tx(async (tx) => {
        await tx.update(CreditBalance, { userId: world.one.userId }, add(1));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await balanceOf(world.one)).toBe(0);
    });
  },
);

describe.skipIf(inject('engine') === 'sqlite')('on MariaDB, a unit of work runs again as a whole', () => {
  it('after a deadlock, until each has happened once', async () => {
    let [runs, met] = [0, 0];
    let meet = () => {};
    const meeting = new Promise<void>((resolve) => (meet = resolve));
    const cross = (first: Account, second: Account) =>
      world.test.database.tx(async (tx) => {
        runs++;
        await tx.update(CreditBalance, { userId: first.userId }, add(1));
        if (++met === 2) meet();
        await meeting;
        await tx.update(CreditBalance, { userId: second.userId }, add(1));
      });
    await Promise.all([cross(world.one, world.other), cross(world.other, world.one)]);
    expect(runs).toBeGreaterThan(2);
    expect([await balanceOf(world.one), await balanceOf(world.other)]).toEqual([2, 2]);
  });

  it('after a lock wait that was too long', async () => {
    const blocker = await mysql.createConnection(world.test.config.DATABASE_URL);
    try {
      await blocker.query('START TRANSACTION');
      await blocker.query('UPDATE credit_balances SET balance = balance WHERE user_id = ?', [
        world.one.userId,
      ]);
      let runs = 0;
      const writing = world.test.database.tx(async (tx) => {
        if (++runs === 2) await blocker.query('ROLLBACK');
        await tx.query('SET innodb_lock_wait_timeout = 1');
        await tx.update(CreditBalance, { userId: world.one.userId }, add(1));
      });
      await writing;
      expect(runs).toBeGreaterThanOrEqual(2);
      expect(await balanceOf(world.one)).toBe(1);
    } finally {
      await blocker.end();
    }
  });

  it('after its connection was lost before the commit', async () => {
    const killer = await mysql.createConnection(world.test.config.DATABASE_URL);
    try {
      let runs = 0;
      await world.test.database.tx(async (tx) => {
        await tx.update(CreditBalance, { userId: world.one.userId }, add(1));
        if (++runs > 1) return;
        const rows = await tx.query<{ id: number }[]>('SELECT CONNECTION_ID() AS id');
        await killer.query(`KILL ${rows[0]?.id}`);
        await tx.update(CreditBalance, { userId: world.other.userId }, add(1));
      });
      expect(runs).toBe(2);
      expect([await balanceOf(world.one), await balanceOf(world.other)]).toEqual([1, 0]);
    } finally {
      await killer.end();
    }
  });
});

// MySQL ends no transaction of a client that does nothing.
describe.runIf(['mariadb', 'tidb'].includes(inject('sqlServer') ?? ''))(
  'a process that stops amid a transaction',
  () => {
    const TIMEOUT_MS = 1000;

    it('holds its rows no longer than its query timeout, and does its work again when it goes on', async () => {
      const url = world.test.config.DATABASE_URL;
      const options = { url, poolSize: 2, queryTimeoutMs: TIMEOUT_MS, isGuest: true };
      const stopping = await Database.open(options, schema);
      let [stop, goOn] = [() => {}, () => {}];
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      const goingOn = new Promise<void>((resolve) => (goOn = resolve));
      let runs = 0;
      const addOne = (database: Database, during?: () => Promise<void>) =>
        database.tx(async (tx) => {
          await tx.update(CreditBalance, { userId: world.one.userId }, add(1));
          await during?.();
          await tx.update(CreditBalance, { userId: world.other.userId }, add(1));
        });
      const late = addOne(stopping, async () => {
        if (++runs > 1) return;
        stop();
        await goingOn;
      });
      await stopped;
      const startMs = performance.now();
      await addOne(world.test.database);
      expect(performance.now() - startMs).toBeLessThan(3 * TIMEOUT_MS);
      goOn();
      await late;
      expect(runs).toBe(2);
      expect([await balanceOf(world.one), await balanceOf(world.other)]).toEqual([2, 2]);
      await stopping.close();
    });
  },
);
