import { describe, expect, it } from 'vitest';
import { addSeconds } from '../../../platform/time/clock.js';
import { nextTryAt } from './notice-outbox.js';

const CREATED = new Date('2026-01-31T12:00:00Z');

/** Seconds after its creation at which a notice that nobody takes is tried, each attempt ending at once. */
function tries(): number[] {
  const seconds = [0];
  for (let now = CREATED; ;) {
    const next = nextTryAt(CREATED, seconds.length, now);
    if (!next) return seconds;
    seconds.push((next.getTime() - CREATED.getTime()) / 1000);
    now = next;
  }
}

describe('a notice that is not taken', () => {
  it('is tried soon, then ever more seldom, at least every quarter of an hour', () => {
    expect(tries().slice(0, 8)).toEqual([0, 15, 45, 105, 225, 465, 945, 1845]);
    const pauses = tries().map((at, index, all) => at - (all[index - 1] ?? at));
    expect(Math.max(...pauses)).toBe(900);
  });

  it('is given up after a day', () => {
    const last = tries().at(-1) ?? 0;
    expect(last).toBeLessThanOrEqual(86_400);
    expect(last).toBeGreaterThan(86_400 - 901);
    expect(nextTryAt(CREATED, 1, addSeconds(CREATED, 86_400))).toBeUndefined();
  });
});
