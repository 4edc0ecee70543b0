import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import type { HistorySearch } from './search';

export type HistoryItem = components['schemas']['HistoryItem'];

export const historyQuery = (query: HistorySearch) =>
  queryOptions({
    queryKey: [...keys.history, 'list', query],
    queryFn: () => unwrap(client.GET('/api/account/history', { params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollSteadily(),
  });
