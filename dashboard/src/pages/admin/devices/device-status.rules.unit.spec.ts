import { describe, expect, it } from 'vitest';
import { deviceStatusOf } from './device-status.rules';

type StatusInput = Parameters<typeof deviceStatusOf>[0];

const MIDNIGHT = '2026-02-01 00:00:00';
const SOON = '2026-01-31 13:46:00';
const UTC = '2026-01-31T17:00:00.000Z';
const NO_REST = { level: 'none', until: null, until_utc: null, failures: 0, last: null } as const;

const day = (used: number) =>
  ({ allowance: 'day', cap: 1000, used, resets_at: MIDNIGHT, resets_at_utc: UTC }) as const;
const fresh = (used: number) =>
  ({ allowance: 'new_recipients', cap: 20, used, resets_at: MIDNIGHT, resets_at_utc: UTC }) as const;

const WELL: StatusInput = {
  state: 'active',
  health: 'well',
  rest: NO_REST,
  allowances: [day(3), fresh(3)],
  takes_again_at: null,
  restricted_until: null,
  degraded_since: null,
};

const status = (changes: Partial<StatusInput>) => {
  const { status: word, tone, until } = deviceStatusOf({ ...WELL, ...changes });
  return [word, tone, until];
};

describe('what a device is good for', () => {
  it('is good where nothing keeps it from sending', () => {
    expect(status({})).toEqual(['well', 'good', null]);
  });

  it('is not to take messages once it has sent what it may in a day, or in a minute', () => {
    expect(status({ allowances: [day(1000)], takes_again_at: MIDNIGHT })).toEqual([
      'dayLimit',
      'waiting',
      MIDNIGHT,
    ]);
    expect(status({ takes_again_at: SOON })).toEqual(['minuteLimit', 'waiting', SOON]);
  });

  it('is only to write to those it knows once it has no new recipients left', () => {
    expect(status({ allowances: [day(40), fresh(20)] })).toEqual(['knownOnly', 'waiting', MIDNIGHT]);
  });

  it('wants somebody where the device was never linked, however it would do', () => {
    expect(status({ health: 'not_linked' })).toEqual(['not_linked', 'attention', null]);
    expect(status({ health: 'not_linked', takes_again_at: MIDNIGHT })[0]).toBe('not_linked');
  });

  it('is broken where it is disconnected, or held back until a time that is said', () => {
    expect(status({ health: 'disconnected' })).toEqual(['disconnected', 'broken', null]);
    expect(status({ health: 'restricted', restricted_until: MIDNIGHT })).toEqual([
      'restricted',
      'broken',
      MIDNIGHT,
    ]);
  });

  it('is a rest that ends by itself, and a degradation that does not', () => {
    const rest = { level: 'out', until: SOON, until_utc: UTC, failures: 3, last: 'unreachable' } as const;
    expect(status({ rest })).toEqual(['out', 'waiting', SOON]);
    expect(status({ rest: { ...rest, level: 'demoted' } })).toEqual(['demoted', 'waiting', SOON]);
    expect(status({ health: 'degraded' })).toEqual(['degraded', 'attention', null]);
  });

  it('is what an administrator has said, before all else', () => {
    expect(status({ state: 'disabled', health: 'disconnected' })).toEqual(['disabled', 'off', null]);
    expect(status({ state: 'draining', takes_again_at: MIDNIGHT })).toEqual(['draining', 'off', null]);
  });
});
