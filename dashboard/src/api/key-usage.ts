import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';
import { pollSteadily } from './polling';

/** What keys with a daily cap have used of it today. */
export const keyUsageQuery = queryOptions({
  queryKey: [...keys.apiKeys, 'usage'],
  queryFn: () => api.get('/api/account/key-usage'),
  refetchInterval: pollSteadily(),
});
