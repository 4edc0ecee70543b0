import { describe, expect, it } from 'vitest';
import { Calendar } from './calendar.js';

describe('the beginning of a local day', () => {
  it.each([
    ['Asia/Jakarta', '2026-01-31', '2026-01-30T17:00:00.000Z'],
    ['UTC', '2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-31', '2026-01-30T10:00:00.000Z'],
    ['Pacific/Auckland', '2026-01-31', '2026-01-30T11:00:00.000Z'],
    ['Pacific/Niue', '2026-01-31', '2026-01-31T11:00:00.000Z'],
    // Days of 23 and of 25 hours, and those after them.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('in %s on %s is %s', (zone, day, start) => {
    expect(new Calendar(zone).startOf(day).toISOString()).toBe(start);
  });
});

describe('the end of a local day', () => {
  it.each([
    ['Asia/Jakarta', '2026-01-31T05:00:00.250Z', '2026-01-31T17:00:00.000Z'],
    ['Asia/Jakarta', '2026-01-31T16:59:59.000Z', '2026-01-31T17:00:00.000Z'],
    ['Asia/Jakarta', '2026-01-31T17:00:00.000Z', '2026-02-01T17:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-31T00:00:00.000Z', '2026-01-31T18:15:00.000Z'],
    // Days of 23 and of 25 hours.
    ['Europe/Berlin', '2026-03-29T00:30:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T12:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])('in %s at %s is %s', (zone, at, end) => {
    expect(new Calendar(zone).endOfDay(new Date(at)).toISOString()).toBe(end);
  });
});

describe('a time with its offset', () => {
  it.each([
    ['Asia/Jakarta', '2026-01-31T06:45:00.999Z', '2026-01-31T13:45:00+07:00'],
    ['UTC', '2026-01-31T06:45:00.000Z', '2026-01-31T06:45:00+00:00'],
    ['Asia/Kathmandu', '2026-01-31T06:45:00.000Z', '2026-01-31T12:30:00+05:45'],
    ['America/St_Johns', '2026-01-31T01:45:00.250Z', '2026-01-30T22:15:00-03:30'],
    // The hour that clocks show twice.
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00+02:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'],
  ])('in %s at %s is %s', (zone, at, written) => {
    expect(new Calendar(zone).formatWithOffset(new Date(at))).toBe(written);
    expect(new Calendar(zone).fields('at', new Date(at)).at_utc).toBe(at);
  });
});
