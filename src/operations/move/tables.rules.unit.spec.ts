import { expect, it } from 'vitest';
import { chunked, ordered } from './tables.rules.js';

it('a table comes after those that its foreign keys name', () => {
  const needs: Record<string, string[]> = { a: ['c'], b: ['a', 'b'], c: ['d'], d: [] };
  expect(ordered(['a', 'b', 'c', 'd'], (name) => needs[name] ?? [])).toEqual(['d', 'c', 'a', 'b']);
});

it('a statement has several rows up to its size, and a larger row alone', () => {
  const row = (length: number) => ['x'.repeat(length)];
  const sizes = (rows: string[][]) =>
    chunked(rows, 100).map((chunk) => chunk.map(([text = '']) => text.length));
  expect(sizes([row(60), row(40), row(1), row(500), row(30), row(70)])).toEqual([
    [60, 40],
    [1],
    [500],
    [30, 70],
  ]);
  expect(chunked([], 100)).toEqual([]);
  expect(chunked([[Buffer.alloc(30), 'é', null]], 100)).toHaveLength(1);
});
