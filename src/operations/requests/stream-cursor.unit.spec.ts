import { expect, it } from 'vitest';
import { StreamCursor } from './stream.rules.js';

const rows = (...ids: number[]) => ids.map((id) => ({ id, userId: 7 }));
const ids = (told: { id: number }[]) => told.map(({ id }) => id);

it('tells each row once, and those of its account alone', () => {
  const follower = new StreamCursor(7, 10);
  expect(ids(follower.newRows([...rows(9, 10, 11), { id: 12, userId: 8 }], 0))).toEqual([11]);
  expect(ids(follower.newRows(rows(11, 13), 1000))).toEqual([13]);
});

it('tells a row that is seen after one of a higher id, as long as it is not too late', () => {
  const follower = new StreamCursor(7, 10);
  expect(ids(follower.newRows(rows(13), 0))).toEqual([13]);
  follower.advance(4_999, false);
  expect(follower.position).toBe(10);
  expect(ids(follower.newRows(rows(12, 13), 4_999))).toEqual([12]);
  follower.advance(5_000, false);
  expect(follower.position).toBe(13);
  expect(ids(follower.newRows(rows(11, 12, 13, 14), 5_001))).toEqual([14]);
});

it('goes on at once where rows are too many', () => {
  const follower = new StreamCursor(7, 0);
  follower.newRows(rows(1, 2, 3), 0);
  follower.advance(0, true);
  expect(follower.position).toBe(3);
  follower.newRows(rows(...Array.from({ length: 1001 }, (_, n) => n + 10)), 0);
  follower.advance(0, false);
  expect(follower.position).toBeGreaterThan(3);
});
