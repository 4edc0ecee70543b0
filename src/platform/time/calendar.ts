import { LRUCache } from 'lru-cache';
import { addSeconds, DAY_SECONDS } from './clock.js';

/** Days begin and clocks change at quarters of an hour. */
const QUARTER_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** The largest offset from UTC. */
const OFFSET_MAX_MS = 15 * HOUR_MS;
const REMEMBERED = 1000;
const MINUTE_MS = 60_000;

type Moment<Name extends string, At> = Record<Name | `${Name}_utc`, At extends Date ? string : null>;

interface Day {
  name: string;
  hour: number;
  endsAt: Date;
}

/** Days and formatted times in one time zone. Stored moments are in UTC. */
export class Calendar {
  private readonly formatter: Intl.DateTimeFormat;
  /** Cached by quarter of an hour: Intl is slow. */
  private readonly days = new LRUCache<number, Day>({
    max: REMEMBERED,
    memoMethod: (quarter) => this.findDay(new Date(quarter * QUARTER_MS)),
  });
  private readonly starts = new LRUCache<string, Date>({
    max: REMEMBERED,
    memoMethod: (day) => this.findStart(day),
  });

  constructor(readonly timeZone: string) {
    this.formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  }

  /** `YYYY-MM-DD` of the local day. */
  day(at: Date): string {
    return this.dayOf(at).name;
  }

  /** 0 to 23. */
  hour(at: Date): number {
    return this.dayOf(at).hour;
  }

  endOfDay(at: Date): Date {
    return this.dayOf(at).endsAt;
  }

  /** The first instant of a local day, also if clocks skip midnight. A skipped day begins with the next. */
  startOf(day: string): Date {
    return this.starts.memo(day);
  }

  endOf(day: string): Date {
    return this.startOf(dayAfter(day));
  }

  /** `YYYY-MM-DD HH:MM:SS`, local. */
  format(at: Date): string {
    return this.formatter.format(at).replace(', ', ' ');
  }

  /** With the zone's offset: `2026-01-31T13:45:00+07:00`. */
  formatWithOffset(at: Date): string {
    const local = this.format(at).replace(' ', 'T');
    const minutes = Math.round((Date.parse(`${local}Z`) - at.getTime()) / MINUTE_MS);
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  }

  /** Response fields: `created_at` in local time and `created_at_utc` (RFC 3339). */
  fields<Name extends string, At extends Date | null>(name: Name, at: At): Moment<Name, At> {
    return { [name]: at && this.format(at), [`${name}_utc`]: at && at.toISOString() } as Moment<Name, At>;
  }

  /** The `count` local days up to `at`, oldest first. */
  lastDays(at: Date, count: number): string[] {
    const noon = new Date(`${this.day(at)}T12:00:00Z`).getTime();
    return Array.from({ length: count }, (_, i) =>
      new Date(noon - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
    );
  }

  private dayOf(at: Date): Day {
    return this.days.memo(Math.floor(at.getTime() / QUARTER_MS));
  }

  private findDay(at: Date): Day {
    const written = this.format(at);
    const shown = written.slice(0, 10);
    // Clocks may go back across midnight: the day that has begun continues.
    const name = [dayAfter(shown, -1), shown].find((day) => at < this.endOf(day)) ?? dayAfter(shown);
    return { name, hour: Number(written.slice(11, 13)), endsAt: this.endOf(name) };
  }

  /** Searches by hour, then by quarter. */
  private findStart(day: string): Date {
    const utcMs = Date.parse(`${day}T00:00:00Z`);
    const hasBegun = (atMs: number) => this.format(new Date(atMs)).slice(0, 10) >= day;
    let startMs = utcMs - OFFSET_MAX_MS;
    while (!hasBegun(startMs)) startMs += HOUR_MS;
    while (hasBegun(startMs - QUARTER_MS)) startMs -= QUARTER_MS;
    return new Date(startMs);
  }
}

function dayAfter(day: string, days = 1): string {
  return addSeconds(new Date(`${day}T00:00:00Z`), days * DAY_SECONDS)
    .toISOString()
    .slice(0, 10);
}
