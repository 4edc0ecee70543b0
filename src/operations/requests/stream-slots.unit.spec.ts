import { describe, expect, it } from 'vitest';
import { SLOTS_MAX, SLOTS_OF_ADDRESS_MAX, slotToEvict, type StreamSlot } from './stream.rules.js';

const place = (userId: number, address: string, sinceMs = 0): StreamSlot => ({ userId, address, sinceMs });
/** `each` streams for each of `accounts` accounts, one after another. By default each account has its own address. */
const crowd = (accounts: number, each: number, addressOf = (account: number) => `10.0.0.${account}`) =>
  Array.from({ length: accounts * each }, (_, n) => {
    const account = (n % accounts) + 1;
    return place(account, addressOf(account), n);
  });
const NEW = (nowMs: number, userId = 999, address = '192.0.2.1') => place(userId, address, nowMs);

describe('a newcomer', () => {
  it('takes a free place', () => {
    expect(slotToEvict(NEW(0), [])).toBe('none');
    expect(slotToEvict(NEW(0), crowd(1, SLOTS_MAX - 1, (n) => String(n)).slice(0, 50))).toBe('none');
  });

  it('takes the oldest place of an account that has the most, at once', () => {
    const held = [...crowd(39, 5), ...[1, 2, 3, 4, 5].map((n) => place(500, '10.1.1.1', 1000 + n))];
    expect(held).toHaveLength(SLOTS_MAX);
    expect(slotToEvict(NEW(1010), held)).toEqual(place(1, '10.0.0.1', 0));
  });

  it('takes the place of one that shares its address with many others, though each account has one', () => {
    const held = [...crowd(100, 1), ...crowd(99, 1, () => '10.9.9.9'), place(700, '10.7.7.7', 0)];
    const leaving = slotToEvict(
      NEW(200),
      held.map((one, n) => ({ ...one, userId: n })),
    );
    expect(leaving).toMatchObject({ address: '10.9.9.9' });
  });

  it('waits where it has as many as anyone, but no longer than a minute', () => {
    const equals = Array.from({ length: SLOTS_MAX }, (_, n) => place(n, `10.0.${n}.1`, n));
    expect(slotToEvict(NEW(59_999), equals)).toBe('nobody');
    expect(slotToEvict(NEW(60_000), equals)).toEqual(equals[0]);
  });

  it('takes none of another address’s where its own has its share already', () => {
    const own = Array.from({ length: SLOTS_OF_ADDRESS_MAX }, (_, n) => place(n % 20, '192.0.2.1', n));
    const others = [place(800, '10.0.0.1', -1000)];
    expect(slotToEvict(NEW(200), [...others, ...own])).toMatchObject({ address: '192.0.2.1' });
  });
});
