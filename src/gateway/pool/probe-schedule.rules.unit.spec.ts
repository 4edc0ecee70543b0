import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Health } from '../driver.js';
import { doubtsAfter, pauseMaxSeconds, pauseSeconds } from './probe-schedule.rules.js';

const USUAL = { everySeconds: 30, floorSeconds: 0 };
const found = (connection: Health['connection'], fault?: Health['fault']): Health => ({
  connection,
  detail: null,
  ...(fault && { fault }),
});
const MIDDLE = 0.5;
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the pause before the next probe', () => {
  it('is 2, 4, 8 … 60 seconds while a device is out or answers unclearly', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map((doubts) => pauseSeconds(doubts, USUAL, MIDDLE));
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('is a fifth longer or shorter at most', () => {
    expect([pauseSeconds(3, USUAL, 0), pauseSeconds(3, USUAL, 1)].map((s) => Math.round(s * 10))).toEqual([
      64, 96,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), share, (doubts, drawn) => {
        const middle = pauseSeconds(doubts, USUAL, MIDDLE);
        const pause = pauseSeconds(doubts, USUAL, drawn);
        expect(pause).toBeGreaterThanOrEqual(0.8 * middle - 1e-9);
        expect(pause).toBeLessThanOrEqual(1.2 * middle + 1e-9);
        expect(pause).toBeLessThanOrEqual(pauseMaxSeconds(USUAL));
      }),
    );
  });

  it('is the usual one of a device that is well', () => {
    expect(pauseSeconds(0, USUAL, 0)).toBe(30);
    expect(pauseSeconds(0, USUAL, 1)).toBe(30);
  });

  it('is never shorter than its gateway may be asked', () => {
    const hosted = { everySeconds: 5, floorSeconds: 30 };
    fc.assert(
      fc.property(fc.nat(20), share, (doubts, drawn) => {
        expect(pauseSeconds(doubts, hosted, drawn)).toBeGreaterThanOrEqual(30);
      }),
    );
  });
});

describe('doubts', () => {
  it.each([
    found('disconnected'),
    found('unreachable'),
    found('unclear'),
    found('connected', 'unusable'),
    found('disconnected', 'unusable'),
  ])('grow with %j', (health) => {
    expect(doubtsAfter(3, health)).toBe(4);
  });

  it.each([found('connected'), found('connected', 'restricted')])('end with %j', (health) => {
    expect(doubtsAfter(3, health)).toBe(0);
  });
});
