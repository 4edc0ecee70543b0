import { describe, expect, it } from 'vitest';
import { Batcher, type BatcherOptions, type Outcome } from './batcher.js';

const POISON = -1;
/** More than all batches of a test take. */
const TURNS = 20;

/** Doubles numbers, batch by batch, each when the test says so. */
function doubling(options: Partial<BatcherOptions<number, number>> = {}) {
  const batches: number[][] = [];
  let goOn = () => {};
  const batcher = new Batcher<number, number>({
    batchMax: 10,
    queueMax: 100,
    waitMaxMs: 60_000,
    ...options,
    run: async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => (goOn = resolve));
      if (items.includes(POISON)) throw new Error('poisoned');
      return items.map((item): Outcome<number> => ({ value: item * 2 }));
    },
  });
  /** Lets every batch end, the one under way and those that follow it. */
  const finish = async () => {
    for (let i = 0; i < TURNS; i++) {
      goOn();
      await turn();
    }
  };
  return { batcher, batches, finish };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const addAll = ({ batcher }: ReturnType<typeof doubling>, items: number[]) =>
  Promise.allSettled(items.map((item) => batcher.add(item)));

describe('a batcher', () => {
  it('takes those together who come in one turn, and those who come meanwhile', async () => {
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
    const first = test.batcher.add(1);
    await test.finish();
    const second = test.batcher.add(2);
    await test.finish();
    expect([await first, await second]).toEqual([2, 4]);
    expect(test.batches).toEqual([[1], [2]]);
  });

  it('takes no more at once than it may', async () => {
    const test = doubling({ batchMax: 2 });
    const all = addAll(test, [1, 2, 3, 4, 5]);
    await test.finish();
    await all;
    expect(test.batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('keeps those apart that have something in common, without losing their turn', async () => {
    const test = doubling({ keysOf: (item) => [`last digit ${item % 10}`] });
    const all = addAll(test, [12, 22, 13, 32, 4]);
    await test.finish();
    await all;
    expect(test.batches).toEqual([[12, 13, 4], [22], [32]]);
  });
});

describe('a batcher that has too much to do', () => {
  it('refuses what it has no room for, and goes on', async () => {
    const test = doubling({ queueMax: 2 });
    const all = addAll(test, [1, 2, 3]);
    await test.finish();
    const ended = await all;
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(ended[2]).toMatchObject({ reason: { code: 'overloaded' } });
  });

  it('gives up on who has waited too long, whose work then is never begun', async () => {
    const test = doubling({ waitMaxMs: 1 });
    const first = test.batcher.add(1);
    await turn();
    await expect(test.batcher.add(2)).rejects.toMatchObject({ code: 'overloaded' });
    await test.finish();
    await first;
    expect(test.batches).toEqual([[1]]);
  });
});

describe('a batch that fails', () => {
  it('is tried one by one where one member may be the cause: only that one fails', async () => {
    const test = doubling({ mayBeOneMember: () => true });
    const all = addAll(test, [2, POISON, 3]);
    await test.finish();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(test.batches).toEqual([[2, POISON, 3], [2], [POISON], [3]]);
  });

  it('fails for all of them where no one member can be the cause', async () => {
    const test = doubling({ mayBeOneMember: () => false });
    const all = addAll(test, [2, POISON]);
    await test.finish();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(test.batches).toHaveLength(1);
  });

  it('gives each member its own outcome', async () => {
    const batcher = new Batcher<number, number>({
      batchMax: 10,
      queueMax: 10,
      waitMaxMs: 60_000,
      run: (items) =>
        Promise.resolve(items.map((item) => (item < 0 ? { error: new Error('no') } : { value: item }))),
    });
    const ended = await Promise.allSettled([1, -1, 2].map((item) => batcher.add(item)));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
