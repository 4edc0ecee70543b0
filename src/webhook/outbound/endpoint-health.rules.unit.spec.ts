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

describe('the share of deliveries that arrived', () => {
  const row = (state: 'pending' | 'delivered' | 'failed', attempts: number, minutes = 1) => ({
    state,
    attempts,
    createdAt: ago(minutes),
  });

  it('counts what waits for another attempt, and not what was never tried or is older than a day', () => {
    const newest = [row('delivered', 1), row('pending', 2), row('pending', 0), row('failed', 8, 1440)];
    expect(successShareOf(newest, NOW)).toBe(0.5);
    expect(successShareOf([row('pending', 0)], NOW)).toBeNull();
  });
});
