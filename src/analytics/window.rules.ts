/** How many local days each window reaches over, today among them. */
export const WINDOWS = { '24h': 2, '7d': 7, '30d': 30, '90d': 90 } as const;
export type WindowName = keyof typeof WINDOWS;

/** An hour of a local day. */
export interface HourSlot {
  day: string;
  hour: number;
}

/** The last 24 hours, oldest first; the last of them is under way. */
export function lastHours(yesterday: string, today: string, hour: number): HourSlot[] {
  return Array.from({ length: 24 }, (_, at) => {
    const shown = (hour + 1 + at) % 24;
    return { day: shown > hour ? yesterday : today, hour: shown };
  });
}

/** 1: Monday. */
export const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/** A day of which not all accounts are as their messages are. */
export interface Behind {
  day: string;
  /** When the one was added up that has waited longest; null: none was. */
  oldest: Date | null;
  /** Whether one never was. */
  hasNew: boolean;
}

interface Looked {
  now: Date;
  /** When all accounts of today were last added up. */
  lookedAt: Date | null;
  startOf: (day: string) => Date;
}

/** Until when everything is added up: now, unless a counter has moved since. */
export function freshness(behind: readonly Behind[], { now, lookedAt, startOf }: Looked): Date {
  const moments = behind.flatMap(({ day, oldest, hasNew }) => {
    const start = startOf(day);
    const isLooked = lookedAt !== null && lookedAt > start;
    return [...(oldest ? [oldest] : []), ...(hasNew ? [isLooked ? lookedAt : start] : [])];
  });
  return moments.reduce((earliest, moment) => (moment < earliest ? moment : earliest), now);
}
