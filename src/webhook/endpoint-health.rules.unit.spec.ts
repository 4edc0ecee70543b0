import { describe, expect, it } from 'vitest';
import {
  attemptsOf,
  counterOf,
  type HealthState,
  healthStateOf,
  successShareOf,
} from './endpoint-health.rules.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const ALARM = { failures: 3, minutes: 30 };

/** An endpoint that fails for so many minutes (null: it does not), so many times, with this success share of a day. */
function stateOf(
  minutes: number | null,
  failures: number,
  share: number | null,
  isCalled = true,
  alarm = ALARM,
) {
  const failingSince = minutes === null ? null : ago(minutes);
  return healthStateOf({ failingSince, failures, calledAt: isCalled ? ago(600) : null }, share, alarm, NOW);
}

describe('the health of a webhook', () => {
  it.each<[HealthState, number | null, number, number | null]>([
    ['well', null, 0, 1],
    ['well', null, 0, 0.9],
    ['unreliable', null, 0, 0.89],
    ['unreliable', null, 0, 1 / 3],
    ['unreliable', null, 0, 0],
    ['unreliable', 0, 1, 1 / 3],
    ['retrying', 0, 1, 0.95],
    ['retrying', 29, 2, 0],
    ['retrying', 29, 2, null],
    ['failing', 1, 3, 0.99],
    ['failing', 30, 1, 0],
    // No attempt for a day, but it was called before.
    ['well', null, 0, null],
  ])(
    'is %s when it fails for %s minutes, %s times, with a share of %s',
    (state, minutes, failures, share) => {
      expect(stateOf(minutes, failures, share)).toBe(state);
    },
  );

  it('is untested until its first call, and not after that', () => {
    expect(stateOf(null, 0, null, false)).toBe('untested');
    expect(stateOf(null, 0, 1, false)).toBe('well');
    expect(stateOf(0, 1, 0, false)).toBe('retrying');
  });

  it('alarms by no rule that is switched off', () => {
    expect(stateOf(600, 600, 0, true, { failures: 0, minutes: 0 })).toBe('retrying');
    expect(stateOf(600, 600, 0, true, { failures: 0, minutes: 30 })).toBe('failing');
  });
});

describe('the share of attempts that succeeded', () => {
  it('counts every attempt of the day, and is unknown where there was none', () => {
    const hours = [{ delivered: 300 }, {}, { delivered: 60, failed: 40 }];
    expect(successShareOf(attemptsOf(hours))).toBe(0.9);
    expect(successShareOf(attemptsOf([{}, { delivered: 0 }]))).toBeNull();
  });

  it('is of one record: a new one is counted under another name', () => {
    expect(counterOf({ id: 7, record: 0 })).toBe('webhook:7');
    expect(counterOf({ id: 7, record: 2 })).toBe('webhook:7:2');
  });
});
