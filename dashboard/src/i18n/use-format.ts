import { useFormatter, useTimeZone } from 'use-intl';
import { instantOf, isDay } from './instant';

const RUPIAH = { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 } as const;
const PERCENT = { style: 'percent', maximumFractionDigits: 1 } as const;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const TIME = { ...DAY, ...CLOCK } as const;

/** From when on a duration is told in this unit. */
const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
  { unit: 'millisecond', seconds: 0.001 },
] as const;

/** Numbers, money and times as the chosen language writes them, times in the zone of the service. */
export function useFormat() {
  const format = useFormatter();
  const timeZone = useTimeZone() ?? 'UTC';
  const instant = (written: string) => instantOf(written, timeZone);
  return {
    number: (value: number) => format.number(value),
    rupiah: (value: number) => format.number(value, RUPIAH),
    percent: (ratio: number) => format.number(ratio, PERCENT),
    /** In the unit that fits: 80 ms, 1.2 sec, 3 min. */
    duration: (length: number) => {
      const { unit, seconds } = UNITS.find((fitting) => length >= fitting.seconds) ?? UNITS[4];
      const digits = unit === 'millisecond' ? 0 : 1;
      return format.number(length / seconds, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: digits,
      });
    },
    day: (written: string) =>
      format.dateTime(instant(written), isDay(written) ? { ...DAY, timeZone: 'UTC' } : DAY),
    time: (written: string) => format.dateTime(instant(written), TIME),
    /** The time of day alone. */
    clock: (written: string) => format.dateTime(instant(written), CLOCK),
    timeAgo: (written: string, now: Date) => format.relativeTime(instant(written), now),
    instant,
  };
}
