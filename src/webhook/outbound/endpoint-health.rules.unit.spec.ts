import { describe, expect, it } from 'vitest';
import { healthStateOf, successShareOf } from './endpoint-health.rules.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const ALARM = { failures: 3, minutes: 30 };

describe('the health of a webhook', () => {
  it.each([
    ['well', null, 0],
    ['retrying', 0, 1],
    ['retrying', 29, 2],
    ['failing', 1, 3],
    ['failing', 30, 1],
  ] as const)('is %s when it fails for %s minutes, %s times', (state, minutes, failures) => {
    const failingSince = minutes === null ? null : ago(minutes);
    expect(healthStateOf({ failingSince, failures }, ALARM, NOW)).toBe(state);
  });

  it('alarms by no rule that is switched off', () => {
    const endpoint = { failingSince: ago(600), failures: 600 };
    expect(healthStateOf(endpoint, { failures: 0, minutes: 0 }, NOW)).toBe('retrying');
    expect(healthStateOf(endpoint, { failures: 0, minutes: 30 }, NOW)).toBe('failing');
  });
});

describe('the share of attempts that succeeded', () => {
  it('counts every attempt of the day, and is unknown where there was none', () => {
    const hours = [{ delivered: 300 }, {}, { delivered: 60, failed: 40 }];
    expect(successShareOf(hours)).toBe(0.9);
    expect(successShareOf([{}, { delivered: 0 }])).toBeNull();
  });
});
