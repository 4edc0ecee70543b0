import { expect, it } from 'vitest';
import { Lane } from './lane.js';

/** A lane that doubles numbers. The test finishes its batches. */
function lane() {
  const batches: { items: number[]; finish: (error?: Error) => void }[] = [];
  const double = new Lane<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        const results = items.map((item) => (item < 0 ? new Error(`refused ${item}`) : 2 * item));
        batches.push({ items, finish: (error) => (error ? reject(error) : resolve(results)) });
      }),
  );
  return { batches, double };
}

it('begins at once, and takes together what has come meanwhile', async () => {
  const { batches, double } = lane();
  const first = double.add(1);
  const others = [double.add(2), double.add(3)];
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  batches[0]?.finish();
  expect(await first).toBe(2);
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  batches[1]?.finish();
  expect(await Promise.all(others)).toEqual([4, 6]);
});

it('refuses one of a batch alone, and all of a batch that failed', async () => {
  const { batches, double } = lane();
  const first = double.add(1);
  const mixed = Promise.allSettled([double.add(-2), double.add(3)]);
  batches[0]?.finish(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  batches[1]?.finish();
  expect((await mixed).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
