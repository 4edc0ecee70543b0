import { describe, expect, it } from 'vitest';
import { Batcher, type BatcherOptions, type Outcome } from './batcher.js';

const POISON = -1;

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
  /** Lets the batch under way end, and the next begin. */
  const step = async () => {
    goOn();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batcher, batches, step };
}

const addAll = ({ batcher }: ReturnType<typeof doubling>, items: number[]) =>
  Promise.allSettled(items.map((item) => batcher.add(item)));

describe('a batcher', () => {
  it('lets a lone caller go at once, and those who come meanwhile together', async () => {
    const test = doubling();
    const all = addAll(test, [1, 2, 3]);
    expect(test.batches).toEqual([[1]]);
    await test.step();
    expect(test.batches).toEqual([[1], [2, 3]]);
    await test.step();
    expect((await all).map((one) => one.status === 'fulfilled' && one.value)).toEqual([2, 4, 6]);
  });

  it('is idle again after its last batch', async () => {
    const test = doubling();
    const first = test.batcher.add(1);
    await test.step();
    await first;
    const second = test.batcher.add(2);
    expect(test.batches).toEqual([[1], [2]]);
    await test.step();
    expect(await second).toBe(4);
  });

  it('takes no more at once than it may', async () => {
    const test = doubling({ batchMax: 2 });
    const all = addAll(test, [1, 2, 3, 4, 5, 6]);
    for (let batch = 0; batch < 4; batch++) await test.step();
    await all;
    expect(test.batches).toEqual([[1], [2, 3], [4, 5], [6]]);
  });

  it('keeps those apart that have something in common, without losing their turn', async () => {
    const test = doubling({ keysOf: (item) => [`last digit ${item % 10}`] });
    const all = addAll(test, [1, 12, 22, 13, 32, 4]);
    for (let batch = 0; batch < 4; batch++) await test.step();
    await all;
    expect(test.batches).toEqual([[1], [12, 13, 4], [22], [32]]);
  });
});

describe('a batcher that has too much to do', () => {
  it('refuses what it has no room for, and goes on', async () => {
    const test = doubling({ queueMax: 2 });
    const all = addAll(test, [1, 2, 3, 4]);
    for (let batch = 0; batch < 2; batch++) await test.step();
    const ended = await all;
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(ended[3]).toMatchObject({ reason: { code: 'overloaded' } });
  });

  it('gives up on who has waited too long, whose work then is never begun', async () => {
    const test = doubling({ waitMaxMs: 1 });
    const first = test.batcher.add(1);
    await expect(test.batcher.add(2)).rejects.toMatchObject({ code: 'overloaded' });
    await test.step();
    await first;
    expect(test.batches).toEqual([[1]]);
  });
});

describe('a batch that fails', () => {
  it('is tried one by one where one member may be the cause: only that one fails', async () => {
    const test = doubling({ mayBeOneMember: () => true });
    const all = addAll(test, [1, 2, POISON, 3]);
    for (let batch = 0; batch < 5; batch++) await test.step();
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(test.batches).toEqual([[1], [2, POISON, 3], [2], [POISON], [3]]);
  });

  it('fails for all of them where no one member can be the cause', async () => {
    const test = doubling({ mayBeOneMember: () => false });
    const all = addAll(test, [1, 2, POISON]);
    for (let batch = 0; batch < 2; batch++) await test.step();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(test.batches).toHaveLength(2);
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
