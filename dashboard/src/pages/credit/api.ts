import { queryOptions } from '@tanstack/react-query';
import { bodyOf, client, unwrap } from '../../api/client';
import { creditQuery } from '../../api/credit';
import { keys } from '../../api/keys';
import { pagedList, pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import { createSender } from '../../api/sender';
import { useChange } from '../../api/use-change';
import type { LedgerSearch } from '../../components/ledger-search';

export const ledgerQuery = (query: LedgerSearch) =>
  queryOptions({
    queryKey: [...keys.credit, 'ledger', query],
    queryFn: () => unwrap(client.GET('/api/account/credit/entries', { params: { query } })),
    ...pagedList,
  });

/** The ledger as CSV, as it comes: what the filters let through, page or no page. */
export const exportLedger = ({ page: _, ...query }: LedgerSearch) =>
  bodyOf(client.GET('/api/account/credit/entries/export', { params: { query }, parseAs: 'stream' }));

export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.credit, 'receipt', id],
    queryFn: () =>
      unwrap(client.GET('/api/account/credit/entries/{id}/receipt', { params: { path: { id } } })),
  });

/** The newest say what waits, and what became of the last. */
const REQUESTS_SHOWN = 5;

export const topUpRequestsQuery = queryOptions({
  queryKey: [...keys.credit, 'requests'],
  queryFn: () =>
    unwrap(client.GET('/api/account/top-up/requests', { params: { query: { limit: REQUESTS_SHOWN } } })),
  refetchInterval: pollSteadily(),
});

const openRequest = createSender((body: components['schemas']['TopUpRequestDto'], headers) =>
  unwrap(client.POST('/api/account/top-up/requests', { body, headers })),
);

export function useTopUpRequests() {
  const change = useChange(topUpRequestsQuery.queryKey);
  return {
    open: (body: components['schemas']['TopUpRequestDto']) => change(openRequest(body)),
    withdraw: (id: number) =>
      change(unwrap(client.DELETE('/api/account/top-up/requests/{id}', { params: { path: { id } } }))),
  };
}

/** Sets below which balance the account is told; null for never. */
export function useThreshold() {
  const change = useChange(creditQuery.queryKey);
  return (low_threshold: number | null) =>
    change(unwrap(client.PATCH('/api/account/credit', { body: { low_threshold } })));
}
