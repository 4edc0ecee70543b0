import { useFormatter, useLocale } from 'use-intl';
import { useTimeZone } from '../api/settings';
import { instantOf, isDay } from './instant';

const RUPIAH = {
  style: 'currency',
  currency: 'IDR',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
} as const;
const PERCENT = { style: 'percent', maximumFractionDigits: 1 } as const;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const DAY_OF_MONTH = { day: 'numeric', month: 'short' } as const;
/** Times show their zone, since the user and the service may be in different zones. */
const HOUR = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
const CLOCK = { ...HOUR, second: '2-digit' } as const;
const TIME = { ...DAY, ...CLOCK } as const;

const SECOND = { unit: 'second', seconds: 1 } as const;

/** Smallest duration of each unit. */
const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  SECOND,
] as const;

/** Formats numbers, money and times for the chosen language and time zone. */
export function useFormat() {
  const format = useFormatter();
  const locale = useLocale();
  // The API writes times in the zone of the service.
  const written = useTimeZone();
  const instant = (text: string) => instantOf(text, written);
  return {
    number: (value: number) => format.number(value),
    /** One decimal. */
    decimal: (value: number) => format.number(value, { maximumFractionDigits: 1 }),
    rupiah: (value: number) => format.number(value, RUPIAH),
    /** Shows 0% and 100% only for exactly these values. */
    percent: (ratio: number) =>
      format.number(ratio > 0 && ratio < 1 ? Math.min(0.999, Math.max(0.001, ratio)) : ratio, PERCENT),
    /** In a fitting unit: 80 ms, 1.2 sec, 3 min; written out in Indonesian. */
    duration: (length: number) => {
      if (length < 1) return `${format.number(Math.round(length * 1_000))} ms`;
      const { unit, seconds } = UNITS.find((fitting) => length >= fitting.seconds) ?? SECOND;
      return format.number(length / seconds, {
        style: 'unit',
        unit,
        unitDisplay: locale === 'id' ? 'long' : 'short',
        maximumFractionDigits: 1,
      });
    },
    day: (written: string) =>
      format.dateTime(instant(written), isDay(written) ? { ...DAY, timeZone: 'UTC' } : DAY),
    /** Month and year of `YYYY-MM`. */
    month: (month: string) => format.dateTime(instant(`${month}-01`), MONTH),
    /** For a date without a time. */
    dayOfMonth: (day: string) => format.dateTime(instant(day), { ...DAY_OF_MONTH, timeZone: 'UTC' }),
    /** Date and time. No line break can separate the time from its zone. */
    time: (written: string) => format.dateTime(instant(written), TIME).replace(/ (?=\S+$)/, '\u00a0'),
    /** Time of day. */
    clock: (written: string) => format.dateTime(instant(written), CLOCK),
    /** Time of day without seconds. */
    hour: (written: string) => format.dateTime(instant(written), HOUR),
    /** The name of a weekday; 1: Monday. (1 January 2024 was a Monday.) */
    weekday: (day: number) =>
      format.dateTime(new Date(Date.UTC(2024, 0, day)), { weekday: 'short', timeZone: 'UTC' }),
    timeAgo: (written: string, now: Date) => format.relativeTime(instant(written), now),
    instant,
  };
}
