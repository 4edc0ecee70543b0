import { describe, expect, it } from 'vitest';
import { GroupCommit, type GroupCommitOptions } from './group-commit.js';

const POISON = -1;
/** The database rejected a statement. */
const ANSWERED = Object.assign(new Error('poisoned'), { sqlState: '45000', errno: 1644 });
/** The database is away. */
const LOST = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
/** More than all batches of a test take. */
const TURNS = 20;

/** Doubles numbers, batch by batch, each when the test says so. */
function doubling(options: Partial<GroupCommitOptions<number, number>> = {}, error: Error = ANSWERED) {
  const batches: number[][] = [];
  let goOn = () => {};
  const group = new GroupCommit<number, number>({
    batchMax: 10,
    queueMax: 100,
    waitMaxMs: 60_000,
    ...options,
    run: async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => (goOn = resolve));
      if (items.includes(POISON)) throw error;
      return items.map((item) => item * 2);
    },
  });
  /** Lets every batch end, the one under way and those that follow it. */
  const finish = async () => {
    for (let i = 0; i < TURNS; i++) {
      goOn();
      await turn();
    }
  };
  return { group, batches, finish };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const addAll = ({ group }: ReturnType<typeof doubling>, items: number[]) =>
  Promise.allSettled(items.map((item) => group.add(item)));

describe('group commit', () => {
  it('runs units of one turn together, and those that arrive meanwhile', async () => {
    const test = doubling();
    const early = addAll(test, [1, 2]);
    await turn();
    const late = addAll(test, [3, 4]);
    await turn();
    expect(test.batches).toEqual([[1, 2]]);
    await test.finish();
    expect(test.batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    const all = [...(await early), ...(await late)];
    expect(all.map((one) => one.status === 'fulfilled' && one.value)).toEqual([2, 4, 6, 8]);
  });

  it('is idle again after its last batch', async () => {
    const test = doubling();
    const first = test.group.add(1);
    await test.finish();
    const second = test.group.add(2);
    await test.finish();
    expect([await first, await second]).toEqual([2, 4]);
    expect(test.batches).toEqual([[1], [2]]);
  });

  it('takes at most batchMax units at once', async () => {
    const test = doubling({ batchMax: 2 });
    const all = addAll(test, [1, 2, 3, 4, 5]);
    await test.finish();
    await all;
    expect(test.batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('keeps units with a common key apart, in their order', async () => {
    const test = doubling({ keysOf: (item) => [`last digit ${item % 10}`] });
    const all = addAll(test, [12, 22, 13, 32, 4]);
    await test.finish();
    await all;
    expect(test.batches).toEqual([[12, 13, 4], [22], [32]]);
  });
});

describe('group commit with too much to do', () => {
  it('rejects units beyond queueMax, and goes on', async () => {
    const test = doubling({ queueMax: 2 });
    const all = addAll(test, [1, 2, 3]);
    await test.finish();
    const ended = await all;
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(ended[2]).toMatchObject({ reason: { code: 'overloaded' } });
  });

  it('rejects a unit that waited too long, and never begins it', async () => {
    const test = doubling({ waitMaxMs: 1 });
    const first = test.group.add(1);
    await turn();
    await expect(test.group.add(2)).rejects.toMatchObject({ code: 'overloaded' });
    await test.finish();
    await first;
    expect(test.batches).toEqual([[1]]);
  });
});

describe('a batch that fails', () => {
  it('runs again one by one if the database rejected a statement: only the cause fails', async () => {
    const test = doubling();
    const all = addAll(test, [2, POISON, 3]);
    await test.finish();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(test.batches).toEqual([[2, POISON, 3], [2], [POISON], [3]]);
  });

  it('fails for all units if the database is away', async () => {
    const test = doubling({}, LOST);
    const all = addAll(test, [2, POISON]);
    await test.finish();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(test.batches).toHaveLength(1);
  });
});
