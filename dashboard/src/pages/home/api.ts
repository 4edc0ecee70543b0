import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';

export type Stats = Schemas['AccountStats'];
export type StatsDay = Stats['daily'][number];

const DAYS = 30;

/** Statistics of live messages. */
export const statsQuery = queryOptions({
  queryKey: [...keys.stats, DAYS],
  queryFn: () => api.get('/api/account/stats', { query: { days: DAYS } }),
  refetchInterval: pollSteadily(),
});

/** Number of test messages. */
export const testCountQuery = queryOptions({
  queryKey: [...keys.history, 'test-count'],
  queryFn: async () => {
    const query = { mode: 'test', limit: 1 } as const;
    const { total } = await api.get('/api/account/history', { query });
    return total ?? 0;
  },
});

/** Sends the verification email again. */
export const resendVerification = () => api.post('/api/auth/verify-email/resend');
