const STATUSES = ['sent', 'delivered', 'failed'] as const;

/** What the history shows; what is not in the address has its default. */
export interface HistorySearch {
  status?: (typeof STATUSES)[number] | undefined;
  mode?: 'test' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

/** Whoever types a year passes 0002 and 0202: no day of this service. */
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const day = new Date(value);
  // 30 February would be 2 March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

const isPage = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1 && value < 1e9;

/**
 * Drops what is not valid: an address is written by anyone. Every key is there, since the router lays this over the raw
 * search.
 */
export function readHistorySearch({ status, mode, from, to, page }: Record<string, unknown>): HistorySearch {
  return {
    status: STATUSES.find((known) => known === status),
    mode: mode === 'test' ? mode : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    page: isPage(page) ? page : undefined,
  };
}

/** Whether anything but the mode narrows the list. */
export const isNarrowed = ({ status, from, to }: HistorySearch) =>
  status !== undefined || from !== undefined || to !== undefined;
