import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import type { CreditSearch } from './search';

export type LedgerPage = components['schemas']['CreditEntryPage'];

export const ledgerQuery = (query: CreditSearch) =>
  queryOptions({
    queryKey: [...keys.credit, 'ledger', query],
    queryFn: () => unwrap(client.GET('/api/account/credit/entries', { params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollSteadily(),
  });
