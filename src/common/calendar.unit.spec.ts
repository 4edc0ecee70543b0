import { describe, expect, it } from 'vitest';
import { Calendar } from './calendar.js';

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
