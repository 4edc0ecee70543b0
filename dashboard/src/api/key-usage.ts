import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';
import { pollSteadily } from './polling';

/** Today's usage of keys with a daily cap. */
export const keyUsageQuery = queryOptions({
  queryKey: [...keys.apiKeys, 'usage'],
  queryFn: () => api.get('/api/account/key-usage'),
  refetchInterval: pollSteadily(),
});
