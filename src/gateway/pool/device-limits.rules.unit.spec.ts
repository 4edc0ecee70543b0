import { describe, expect, it } from 'vitest';
import { Calendar } from '../../platform/time/calendar.js';
import {
  capsOf,
  daysBetween,
  type DeviceLimits,
  limitsOf,
  periodOf,
  warmUpOf,
} from './device-limits.rules.js';

const PERSONAL: DeviceLimits = {
  per_minute: 20,
  per_day: 1000,
  new_per_day: 400,
  warmup_first_day: 20,
  pair_seconds: 6,
};
const CALENDAR = new Calendar('Asia/Jakarta');

describe('the warm-up of a device', () => {
  it('is over with the first day on which it may write to as many new recipients as ever', () => {
    const warmUps = [0, 12, 13].map((ageDays) => warmUpOf(PERSONAL, ageDays));
    expect(warmUps).toEqual([{ day: 1, days: 13 }, { day: 13, days: 13 }, null]);
    expect([12, 13].map((ageDays) => capsOf(PERSONAL, ageDays).new_recipients)).toEqual([320, 400]);
  });

  it('is none where the first day has no limit of its own, or none below the others', () => {
    expect(warmUpOf({ ...PERSONAL, warmup_first_day: null }, 0)).toBeNull();
    expect(warmUpOf({ ...PERSONAL, warmup_first_day: 400 }, 0)).toBeNull();
  });

  it('has an end even where nothing follows it', () => {
    expect(warmUpOf({ ...PERSONAL, new_per_day: null }, 0)).toEqual({ day: 1, days: 42 });
  });
});

describe('the limits of a device', () => {
  it('are none where the gateway keeps its own', () => {
    expect(new Set(Object.values(limitsOf('none', null, PERSONAL)))).toEqual(new Set([null]));
  });

  it('are those of the configuration for a personal account', () => {
    expect(limitsOf('personal', null, PERSONAL)).toEqual(PERSONAL);
  });

  it('are only the pair’s on the official API', () => {
    expect(limitsOf('business', null, PERSONAL)).toMatchObject({
      pair_seconds: 6,
      per_minute: null,
      per_day: null,
    });
  });

  it('are its own where it has them, null for none', () => {
    const own = { per_minute: null, per_day: 50 };
    expect(limitsOf('personal', own, PERSONAL)).toEqual({ ...PERSONAL, ...own });
    expect(limitsOf('none', { pair_seconds: 6 }, PERSONAL).pair_seconds).toBe(6);
  });
});

describe('the warm-up', () => {
  const newOn = (ageDays: number, limits: Partial<DeviceLimits> = {}) =>
    capsOf({ ...PERSONAL, ...limits }, ageDays).new_recipients;

  it('doubles every third day, evenly between, up to what is usual', () => {
    expect([0, 3, 6, 9, 12, 15, 400].map((age) => newOn(age))).toEqual([20, 40, 80, 160, 320, 400, 400]);
    expect([1, 2].map((age) => newOn(age))).toEqual([25, 31]);
  });

  it('ends without a limit where there is none to reach', () => {
    expect(newOn(3, { new_per_day: null })).toBe(40);
    expect(newOn(60, { new_per_day: null })).toBeNull();
  });

  it('is left out for an account that is old already', () => {
    expect(newOn(0, { warmup_first_day: null })).toBe(400);
  });

  it('does not mind a clock that is behind', () => {
    expect(newOn(-1)).toBe(20);
  });

  it('counts local days', () => {
    const [evening, night] = [new Date('2026-01-31T16:59:00Z'), new Date('2026-01-31T17:01:00Z')];
    expect(daysBetween(evening, night, CALENDAR)).toBe(1);
    expect(daysBetween(night, night, CALENDAR)).toBe(0);
  });
});

describe('windows', () => {
  it('are a minute, and the local day', () => {
    const now = new Date('2026-01-31T16:59:30.500Z');
    expect(periodOf('minute', now, CALENDAR)).toEqual({
      key: '2026-01-31T16:59',
      endsAt: new Date('2026-01-31T17:00:00Z'),
    });
    expect(periodOf('day', now, CALENDAR).key).toBe('2026-01-31');
    expect(periodOf('new_recipients', new Date('2026-01-31T17:00:00Z'), CALENDAR).key).toBe('2026-02-01');
  });
});
