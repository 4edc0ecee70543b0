import { describe, expect, it } from 'vitest';
import { addSeconds } from '../platform/time/clock.js';
import { decideLogin, type LoginAttempts, loginPauseSeconds } from './login.rules.js';

const now = new Date('2026-01-31T06:45:00Z');
const bounds = { here: 10, everywhere: 100 };
const count = (used: number, pausedUntil: Date | null = null): LoginAttempts => ({
  used,
  endsAt: addSeconds(now, 300),
  pausedUntil,
});
const decisionOf = (everywhere: number, here: LoginAttempts, isKnown = false) =>
  decideLogin(now, { everywhere: count(everywhere), here }, bounds, isKnown);

describe('an attempt with a password', () => {
  it('goes ahead below both bounds', () => {
    expect(decisionOf(99, count(9))).toEqual({ kind: 'go' });
  });

  it('waits for the end of the window once its address has had its own, known or not', () => {
    for (const isKnown of [false, true])
      expect(decisionOf(10, count(10), isKnown)).toEqual({ kind: 'wait', until: addSeconds(now, 300) });
  });

  it('must pause beyond the bound of all addresses, and goes ahead after it', () => {
    expect(decisionOf(100, count(0))).toEqual({ kind: 'pause', until: addSeconds(now, 5) });
    const until = addSeconds(now, 1);
    expect(decisionOf(100, count(0, until))).toEqual({ kind: 'wait', until });
    expect(decisionOf(100, count(0, now))).toEqual({ kind: 'go' });
  });

  it('needs no pause from a known address', () => {
    expect(decisionOf(100_000, count(0), true)).toEqual({ kind: 'go' });
  });

  it('waits a minute at most, however many there were', () => {
    const used = [100, 199, 200, 300, 400, 500, 1e6];
    expect(used.map((each) => loginPauseSeconds(each, 100))).toEqual([5, 5, 10, 20, 40, 60, 60]);
  });
});
