import { queryOptions } from '@tanstack/react-query';
import { bodyOf, client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pagedList } from '../../api/polling';
import type { components } from '../../api/schema';
import type { HistorySearch } from './search';

export type HistoryItem = components['schemas']['FoundMessage'];

/** What is under way is on the ledger already: a list without it would not add up. */
const wholeList = ({ after: cursor, ...query }: HistorySearch) => ({
  ...query,
  cursor,
  include: 'pending' as const,
});

export const historyQuery = (query: HistorySearch) =>
  queryOptions({
    queryKey: [...keys.history, 'list', query],
    queryFn: () => unwrap(client.GET('/api/account/history', { params: { query: wholeList(query) } })),
    ...pagedList,
  });

/** The history as CSV, as it comes: what the filters let through, page or no page. */
export function exportHistory(
  { page: _, limit: _size, after: _place, sort: _order, ...search }: HistorySearch,
  signal: AbortSignal,
) {
  const query = { ...search, include: 'pending' as const };
  return bodyOf(client.GET('/api/account/history/export', { params: { query }, parseAs: 'stream', signal }));
}
