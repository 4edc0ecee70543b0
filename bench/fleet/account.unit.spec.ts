import { describe, expect, it } from 'vitest';
import { Account } from './account.js';
import { ASSUMPTIONS } from './assumptions.js';
import { Draws } from './draws.js';
import { DAY_MS } from './time.js';

const { reviewMs } = ASSUMPTIONS.sanctions;

const ACCOUNTS = 20;

/** The number of sanctions against some accounts that each send `perDay` messages a day for a week. */
function sanctionsOf(perDay: number, { ageDays = 60, areNew = true } = {}): number {
  const everyMs = DAY_MS / perDay;
  let count = 0;
  for (let seed = 1; seed <= ACCOUNTS; seed++) {
    const account = new Account(-ageDays * DAY_MS, new Draws(seed, 'account'));
    let nextMs = 0;
    for (let nowMs = 0; nowMs < 7 * DAY_MS; nowMs += reviewMs) {
      for (; nextMs <= nowMs; nextMs += everyMs) account.wrote(areNew, nowMs);
      count += account.review(nowMs).length;
    }
  }
  return count;
}

describe('accounts in the eyes of WhatsApp', () => {
  it('are all but left alone while they write little', () => {
    expect(sanctionsOf(20)).toBeLessThan(ACCOUNTS / 10);
  });

  it('are sanctioned more the more they write to new people', () => {
    expect(sanctionsOf(1500)).toBeGreaterThan(sanctionsOf(500));
    expect(sanctionsOf(500)).toBeGreaterThan(ACCOUNTS / 2);
  });

  it('may write more to those they know, and when they are older', () => {
    expect(sanctionsOf(500, { areNew: false })).toBeLessThan(sanctionsOf(500));
    expect(sanctionsOf(200, { ageDays: 60 })).toBeLessThan(sanctionsOf(200, { ageDays: 0 }));
  });
});
