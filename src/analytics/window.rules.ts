/** How many local days each window covers, with today. */
export const WINDOWS = { '24h': 2, '7d': 7, '30d': 30, '90d': 90 } as const;
export type WindowName = keyof typeof WINDOWS;

/** `2026-01-31 13:00:00` */
export const startOfHour = (day: string, hour: number) => `${day} ${String(hour).padStart(2, '0')}:00:00`;

/** The last 24 hours, oldest first; the last is the present hour. */
export const lastHours = (yesterday: string, today: string, hour: number): string[] =>
  Array.from({ length: 24 }, (_, at) => (hour + 1 + at) % 24).map((shown) =>
    startOfHour(shown > hour ? yesterday : today, shown),
  );

/** 1: Monday. */
export const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/** A day on which at least one account's rollup is older than its messages. */
export interface Behind {
  day: string;
  /** The oldest of those rollups; null: none of the accounts has one. */
  oldest: Date | null;
  /** Whether an account never had one. */
  hasNew: boolean;
}

interface RolledUp {
  now: Date;
  /** When all accounts of today were last rolled up. */
  rolledUpAt: Date | null;
  startOf: (day: string) => Date;
}

/** Until when everything is counted: now, unless a counter has changed since its rollup. */
export function freshness(behind: readonly Behind[], { now, rolledUpAt, startOf }: RolledUp): Date {
  const moments = behind.flatMap(({ day, oldest, hasNew }) => {
    const start = startOf(day);
    const isLater = rolledUpAt !== null && rolledUpAt > start;
    return [...(oldest ? [oldest] : []), ...(hasNew ? [isLater ? rolledUpAt : start] : [])];
  });
  return moments.reduce((earliest, moment) => (moment < earliest ? moment : earliest), now);
}
