import { expect, it } from 'vitest';
import { aimsOf, verdictOf } from './aims.js';
import { Summary } from './summary.js';

const least = { kind: 'at least', limit: 2.8, stretch: 3.3 } as const;
const most = { kind: 'at most', limit: 1.4 } as const;

it.each([
  [2.79, least, 'missed'],
  [2.8, least, 'met'],
  [3.3, least, 'met, with the stretch'],
  [1.4, most, 'met'],
  [1.41, most, 'missed'],
  [NaN, most, 'not measured'],
])('%d held against %o is %s', (value, bound, verdict) => {
  expect(verdictOf({ text: '', value, bound })).toBe(verdict);
});

it('a run without samples has met nothing, and missed nothing', () => {
  const aims = aimsOf(new Summary([]), new Map());
  expect(new Set(aims.map(verdictOf))).toEqual(new Set(['not measured']));
});
