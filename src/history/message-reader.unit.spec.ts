import { expect, it } from 'vitest';
import { median } from './message-reader.js';

it.each([
  [[], null],
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 2, 10], 3],
  [[10, 9], 9.5],
])('the median of %j is %j', (numbers, middle) => expect(median(numbers)).toBe(middle));
