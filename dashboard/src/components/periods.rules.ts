export const PERIODS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth'] as const;
export type Period = (typeof PERIODS)[number];

/** The first and the last day of a range (`YYYY-MM-DD`); undefined: open. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The day of `at` in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);

/** The days of a period. Periods that include today have no end, so that an open page stays correct. */
export function daysOf(period: Period, today: string): Days {
  switch (period) {
    case 'today':
      return { from: today };
    case 'yesterday':
      return { from: earlier(today, 1), to: earlier(today, 1) };
    case 'last7':
      return { from: earlier(today, 6) };
    case 'last30':
      return { from: earlier(today, 29) };
    case 'thisMonth':
      return { from: `${today.slice(0, 7)}-01` };
    default:
      throw new Error(`unknown period: ${String(period satisfies never)}`);
  }
}

/** The period that matches these days; undefined if none does. */
export const periodOf = ({ from, to }: Days, today: string): Period | undefined =>
  PERIODS.find((period) => {
    const days = daysOf(period, today);
    return days.from === from && days.to === to;
  });

function earlier(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - by);
  return at.toISOString().slice(0, 10);
}

/** Rejects the values that a date input has while a year is typed, such as 0002. */
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

export function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  const day = new Date(value);
  // JavaScript turns 30 February into 2 March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
