import { expect, it } from 'vitest';
import { priceAt, type PriceLists, pricesOverTime } from './price.rules.js';

const day = (nth: number) => new Date(Date.UTC(2026, 0, nth));
const lists = (rest: Partial<PriceLists>): PriceLists => ({ own: [], general: [], usual: 200, ...rest });
const set = (nth: number, price: number | null) => ({ price, validFrom: day(nth) });

it.each<[string, Partial<PriceLists>, number]>([
  ['the variable without a row', {}, 200],
  ['the general price', { general: [set(5, 500)] }, 500],
  ['an own price before the general one', { own: [set(1, 350)], general: [set(5, 500)] }, 350],
  ['a price of 0', { own: [set(1, 0)], general: [set(5, 500)] }, 0],
  [
    'the general price where an own one ended',
    { own: [set(6, null), set(1, 350)], general: [set(5, 500)] },
    500,
  ],
  ['the variable where both ended', { own: [set(2, null)], general: [set(5, null), set(1, 500)] }, 200],
  ['the newest of those that have begun', { general: [set(9, 900), set(7, 700), set(5, 500)] }, 700],
])('counts %s', (_, rest, price) => {
  expect(priceAt(lists(rest), day(7))).toBe(price);
});

it('counts from its moment on, not a millisecond earlier', () => {
  const general = [set(5, 500)];
  expect(priceAt(lists({ general }), new Date(day(5).getTime() - 1))).toBe(200);
  expect(priceAt(lists({ general }), day(5))).toBe(500);
});

it('tells each price with its beginning, and none that changes nothing', () => {
  expect(pricesOverTime(lists({}))).toEqual([{ price: 200, from: null }]);
  const own = [set(8, null), set(3, 350)];
  const general = [set(9, 200), set(7, 500), set(4, 450), set(2, 200)];
  expect(pricesOverTime(lists({ own, general }))).toEqual([
    { price: 200, from: null },
    { price: 350, from: day(3) },
    { price: 500, from: day(8) },
    { price: 200, from: day(9) },
  ]);
});
