import { queryOptions } from '@tanstack/react-query';
import { api, getFile, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pagedList } from '../../api/polling';
import type { HistorySearch } from './search';

export type HistoryItem = Schemas['FoundMessage'];

/** The query of the list. It includes pending messages, since the ledger already has their charges. */
const wholeList = ({ after: cursor, ...query }: HistorySearch) => ({
  ...query,
  cursor,
  include: 'pending' as const,
});

export const historyQuery = (query: HistorySearch) =>
  queryOptions({
    queryKey: [...keys.history, 'list', query],
    queryFn: () => api.get('/api/account/history', { query: wholeList(query) }),
    ...pagedList,
  });

/** The filtered history as a CSV stream, all pages. */
export function exportHistory(
  { page: _, limit: _size, after: _place, sort: _order, ...search }: HistorySearch,
  signal: AbortSignal,
) {
  const query = { ...search, include: 'pending' as const };
  return getFile('/api/account/history/export', { query, signal });
}
