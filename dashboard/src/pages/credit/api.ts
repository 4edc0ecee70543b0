import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { creditQuery } from '../../api/credit';
import { keys } from '../../api/keys';
import { pagedList } from '../../api/polling';
import type { Paged } from '../../api/search';
import { useChange } from '../../api/use-change';

export const ledgerQuery = (query: Paged) =>
  queryOptions({
    queryKey: [...keys.credit, 'ledger', query],
    queryFn: () => unwrap(client.GET('/api/account/credit/entries', { params: { query } })),
    ...pagedList,
  });

/** Sets below which balance the account is told; null for never. */
export function useThreshold() {
  const change = useChange(creditQuery.queryKey);
  return (low_threshold: number | null) =>
    change(unwrap(client.PATCH('/api/account/credit', { body: { low_threshold } })));
}
