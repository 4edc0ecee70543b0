import { describe, expect, it } from 'vitest';
import { mean, median, percentile } from './percentile.js';

const HUNDRED = Array.from({ length: 100 }, (_, i) => i + 1);

describe('a percentile', () => {
  it.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [0.991, 100],
    [1, 100],
  ])('of 1 to 100 at %d is %d', (share, expected) => {
    expect(percentile(HUNDRED, share)).toBe(expected);
  });

  it('of one value is that value, of none is no number', () => {
    expect(percentile([7], 0.01)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

it('a median does not mind the order, and lies between two in the middle', () => {
  expect(median([5, 1, 9])).toBe(5);
  expect(median([4, 1, 9, 2])).toBe(3);
  expect(median([])).toBeNaN();
});

it('a mean is the sum, shared', () => {
  expect(mean([1, 2, 6])).toBe(3);
});
