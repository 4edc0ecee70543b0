import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';
import { client, unwrap } from '../../api/client';
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

/** With which brands the account has sent. */
export const usedBrandsQuery = (mode: HistorySearch['mode']) =>
  queryOptions({
    queryKey: [...keys.history, 'brands', mode],
    queryFn: () => unwrap(client.GET('/api/account/history/brands', { params: { query: { mode } } })),
    placeholderData: keepPreviousData,
  });

type ExportSearch = Omit<HistorySearch, 'page' | 'limit' | 'after' | 'sort'>;

/** The history as CSV, as it comes. */
export async function exportHistory(search: ExportSearch, signal: AbortSignal) {
  const query = { ...search, include: 'pending' as const };
  const { data, error, response } = await client
    .GET('/api/account/history/export', { params: { query }, parseAs: 'stream', signal })
    .catch((cause: unknown) => {
      throw ApiError.unreachable(cause);
    });
  if (!data) throw ApiError.of(error, response);
  return data;
}
