import { beforeEach, describe, expect, it } from 'vitest';
import { ReservedAllowances } from './reserved-allowances.rules.js';

const [TODAY, TOMORROW] = ['2026-01-31', '2026-02-01'];

let book: ReservedAllowances;
beforeEach(() => {
  book = new ReservedAllowances();
});
const spend = (period = TODAY) => book.spend(1, 'day', period);

describe('a block', () => {
  it('is used one by one, and then there is none', () => {
    expect(spend()).toBe(false);
    book.add(1, 'day', TODAY, 2);
    expect([spend(), spend(), spend()]).toEqual([true, true, false]);
  });

  it('holds in its own window, device and allowance only', () => {
    book.add(1, 'day', TODAY, 2);
    expect(book.spend(2, 'day', TODAY)).toBe(false);
    expect(book.spend(1, 'minute', TODAY)).toBe(false);
    expect(spend(TOMORROW)).toBe(false);
  });

  it('takes back what was used for nothing, unless its window is over', () => {
    book.add(1, 'day', TODAY, 1);
    spend();
    book.release(1, 'day', TODAY);
    expect(spend()).toBe(true);
    book.release(1, 'day', TOMORROW);
    expect(spend(TOMORROW)).toBe(false);
  });

  it('is forgotten with its device', () => {
    book.add(1, 'day', TODAY, 1);
    book.add(11, 'day', TODAY, 1);
    book.forget(1);
    expect(spend()).toBe(false);
    expect(book.spend(11, 'day', TODAY)).toBe(true);
  });
});

describe('a cap', () => {
  const isSpent = (cap: number, period = TODAY) => book.isSpent(1, 'day', period, cap);

  it('is spent when all is taken and nothing of it is left here', () => {
    book.add(1, 'day', TODAY, 2);
    expect(isSpent(2)).toBe(false);
    spend();
    spend();
    expect(isSpent(2)).toBe(true);
    expect(isSpent(3)).toBe(false);
    expect(isSpent(2, TOMORROW)).toBe(false);
  });

  it('is spent when the others took it', () => {
    book.note(1, 'day', TODAY, 10);
    expect(isSpent(10)).toBe(true);
  });

  it('of nothing is spent from the beginning', () => {
    expect(isSpent(0)).toBe(true);
  });

  it('is used up by what is not left', () => {
    book.note(1, 'day', TODAY, 10);
    book.add(1, 'day', TODAY, 5);
    spend();
    expect(book.usedOf(1, 'day', TODAY)).toBe(11);
    expect(book.usedOf(1, 'day', TOMORROW)).toBe(0);
  });
});
