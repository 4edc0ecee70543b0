import { describe, expect, it } from 'vitest';
import { Calendar } from './calendar.js';

/** Every zone of this Node.js, over years with many kinds of changes of clocks. */

const ZONES = Intl.supportedValuesOf('timeZone');
const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const [FROM, TO] = [Date.UTC(2009, 0, 1), Date.UTC(2029, 0, 1)];

const dayFormat = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
const nameAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10);
const offsetMs = (format: Intl.DateTimeFormat, atMs: number) =>
  Date.parse(`${format.format(atMs).replace(', ', 'T')}Z`) - atMs;

/** The days around every change of the clocks of a zone, and a few others. */
function daysOf(timeZone: string): string[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const days = ['2026-01-31', '2028-02-28'];
  let before = offsetMs(format, FROM);
  for (let atMs = FROM; atMs < TO; atMs += 10 * 24 * HOUR_MS) {
    const offset = offsetMs(format, atMs);
    if (offset === before) continue;
    let [low, high] = [atMs - 10 * 24 * HOUR_MS, atMs];
    while (high - low > QUARTER_MS) {
      const middle = low + Math.floor((high - low) / 2 / QUARTER_MS) * QUARTER_MS;
      if (offsetMs(format, middle) === before) low = middle;
      else high = middle;
    }
    before = offset;
    for (const around of [-24, 0, 24])
      days.push(new Date(high + around * HOUR_MS).toISOString().slice(0, 10));
  }
  return days;
}

it('in every zone each day begins at its first instant, days follow each other, and a moment is in its day', () => {
  for (const zone of ZONES) {
    const calendar = new Calendar(zone);
    const shown = dayFormat(zone);
    for (const day of daysOf(zone)) {
      const [start, end] = [calendar.startOf(day), calendar.endOf(day)];
      const what = `${zone} ${day}`;
      expect(calendar.startOf(nameAfter(day)), what).toEqual(end);
      expect(shown.format(start) >= day, what).toBe(true);
      expect(shown.format(start.getTime() - 1) < day, what).toBe(true);
      if (start.getTime() === end.getTime()) continue;
      const lengthHours = (end.getTime() - start.getTime()) / HOUR_MS;
      expect(lengthHours > 20 && lengthHours < 28, `${what}: ${lengthHours} h`).toBe(true);
      for (const at of [start.getTime(), start.getTime() + 12 * HOUR_MS, end.getTime() - 1]) {
        expect(calendar.day(new Date(at)), what).toBe(day);
        expect(calendar.endOfDay(new Date(at)), what).toEqual(end);
      }
    }
  }
}, 120_000);

describe('a day without midnight', () => {
  it.each([
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ])('in %s: %s begins at %s and has %d hours', (zone, day, start, hours) => {
    const calendar = new Calendar(zone);
    const began = calendar.startOf(day);
    expect(began.toISOString()).toBe(start);
    expect(calendar.day(began)).toBe(day);
    expect(calendar.day(new Date(began.getTime() - 1))).not.toBe(day);
    const end = calendar.endOf(day);
    expect((end.getTime() - began.getTime()) / HOUR_MS).toBe(hours);
    expect(calendar.endOfDay(new Date(began.getTime() + HOUR_MS))).toEqual(end);
  });

  it('is empty where the zone skips it', () => {
    const apia = new Calendar('Pacific/Apia');
    expect(apia.startOf('2011-12-30')).toEqual(apia.endOf('2011-12-30'));
    expect(apia.startOf('2011-12-31').toISOString()).toBe('2011-12-30T10:00:00.000Z');
  });
});
