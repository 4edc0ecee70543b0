import { oneOf, type Paged, type Raw, readPage, text } from '../../api/search';

export const STATUSES = ['pending', 'sent', 'delivered', 'failed'] as const;

/** What the history shows; what is not in the address has its default. */
export interface HistorySearch extends Paged {
  status?: (typeof STATUSES)[number] | undefined;
  mode?: 'test' | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Whoever types a year passes 0002 and 0202: no day of this service. */
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

export function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  const day = new Date(value);
  // 30 February would be 2 March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

export const readHistorySearch = (raw: Raw): HistorySearch => ({
  ...readPage(raw),
  status: oneOf(STATUSES, raw['status']),
  mode: oneOf(['test'], raw['mode']),
  from: text(raw['from'], isDay),
  to: text(raw['to'], isDay),
});

/** Whether anything but the mode narrows the list. */
export const isNarrowed = ({ status, from, to }: HistorySearch) =>
  status !== undefined || from !== undefined || to !== undefined;
