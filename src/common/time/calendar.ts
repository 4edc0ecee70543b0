import { addSeconds, DAY_SECONDS } from './clock.js';

/** Every zone's days begin and its clocks change at a whole quarter of an hour. */
const QUARTER_MS = 15 * 60 * 1000;
const REMEMBERED = 1000;
const MINUTE_MS = 60_000;

type Moment<Name extends string, At> = Record<Name | `${Name}_utc`, At extends Date ? string : null>;

interface Day {
  name: string;
  /** Of the clocks there, in the quarter that was asked for. */
  hour: number;
  endsAt: Date;
}

/**
 * Calendar days and written times in one time zone. Everything is stored in UTC; only what people read is local.
 */
export class Calendar {
  private readonly formatter: Intl.DateTimeFormat;
  /** By the quarter of an hour they are asked for in: asking Intl each time is dear where a send asks per device. */
  private readonly days = new Map<number, Day>();

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

  /** The hour that clocks show, 0 to 23. */
  hour(at: Date): number {
    return this.dayOf(at).hour;
  }

  /** The moment the local day of `at` ends. */
  endOfDay(at: Date): Date {
    return this.dayOf(at).endsAt;
  }

  /** The moment a local day, `YYYY-MM-DD`, begins. */
  startOf(day: string): Date {
    // Noon in London is the day itself or the next one, wherever the zone is: go back until it is the day before.
    let before = addSeconds(new Date(`${day}T12:00:00Z`), -DAY_SECONDS);
    if (this.day(before) === day) before = addSeconds(before, -DAY_SECONDS);
    return this.endOfDay(before);
  }

  /** `YYYY-MM-DD HH:MM:SS`, local. */
  format(at: Date): string {
    return this.formatter.format(at).replace(', ', ' ');
  }

  /** `2026-01-31T13:45:00+07:00`: local, with the offset of the zone at that moment. */
  formatWithOffset(at: Date): string {
    const local = this.format(at).replace(' ', 'T');
    const minutes = Math.round((Date.parse(`${local}Z`) - at.getTime()) / MINUTE_MS);
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  }

  /** A moment as responses carry it: `created_at` in local time, and `created_at_utc` with its zone (RFC 3339). */
  fields<Name extends string, At extends Date | null>(name: Name, at: At): Moment<Name, At> {
    return { [name]: at && this.format(at), [`${name}_utc`]: at && at.toISOString() } as Moment<Name, At>;
  }

  /** The `count` local days that end with the day of `at`, oldest first. */
  lastDays(at: Date, count: number): string[] {
    const noon = new Date(`${this.day(at)}T12:00:00Z`).getTime();
    return Array.from({ length: count }, (_, i) =>
      new Date(noon - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
    );
  }

  private dayOf(at: Date): Day {
    const quarter = Math.floor(at.getTime() / QUARTER_MS);
    const known = this.days.get(quarter);
    if (known) return known;
    if (this.days.size >= REMEMBERED) this.days.clear();
    const written = this.format(at);
    const day = { name: written.slice(0, 10), hour: Number(written.slice(11, 13)), endsAt: this.endOf(at) };
    this.days.set(quarter, day);
    return day;
  }

  private endOf(at: Date): Date {
    // Intl knows whole seconds only.
    const usual = addSeconds(at, DAY_SECONDS - this.secondOfDay(at) - (at.getTime() % 1000) / 1000);
    // The clocks may be changed before then: what they show at the usual end is how far it is off.
    const shown = this.secondOfDay(usual);
    return addSeconds(usual, shown < DAY_SECONDS / 2 ? -shown : DAY_SECONDS - shown);
  }

  private secondOfDay(at: Date): number {
    const [hours = 0, minutes = 0, seconds = 0] = this.format(at).slice(11).split(':').map(Number);
    return (hours * 60 + minutes) * 60 + seconds;
  }
}
