import { describe, expect, it } from 'vitest';
import { instantOf, isDay } from './instant';

const instant = (written: string, zone: string) => instantOf(written, zone).toISOString();

describe('a time of the API', () => {
  it('without an offset is in the zone of the service', () => {
    expect(instant('2026-01-31 13:45:00', 'Asia/Jakarta')).toBe('2026-01-31T06:45:00.000Z');
    expect(instant('2026-01-01 00:30:00', 'America/New_York')).toBe('2026-01-01T05:30:00.000Z');
  });

  it('is right on both sides of the hour in which clocks change', () => {
    expect(instant('2026-03-08 01:59:59', 'America/New_York')).toBe('2026-03-08T06:59:59.000Z');
    expect(instant('2026-03-08 03:00:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z');
    expect(instant('2026-11-01 03:00:00', 'America/New_York')).toBe('2026-11-01T08:00:00.000Z');
  });

  it('with an offset is what it says', () => {
    expect(instant('2026-01-31T13:45:00+07:00', 'UTC')).toBe('2026-01-31T06:45:00.000Z');
  });
});

it('knows a day from a time', () => {
  expect(['2026-01-31', '2026-01-31 13:45:00', '2026-01-31T13:45:00Z'].map(isDay)).toEqual([
    true,
    false,
    false,
  ]);
});
