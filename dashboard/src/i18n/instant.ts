/** The API writes some times in its own zone, `2026-01-31 13:45:00`, and others as ISO 8601 with an offset. */
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Parses a time of the API. */
export function instantOf(written: string, timeZone: string): Date {
  if (!WITHOUT_OFFSET.test(written)) return new Date(written);
  const asIfUtc = Date.parse(`${written.replace(' ', 'T')}Z`);
  // The offset can differ at a clock change, so it is computed at the instant itself.
  const near = asIfUtc - offsetMs(asIfUtc, timeZone);
  return new Date(asIfUtc - offsetMs(near, timeZone));
}

/** A date without a time. */
export const isDay = (written: string): boolean => /^\d{4}-\d\d-\d\d$/.test(written);

function offsetMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const there = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return there - atMs;
}
