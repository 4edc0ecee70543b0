import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';

export type Stats = components['schemas']['AccountStats'];
export type StatsDay = Stats['daily'][number];

const DAYS = 30;

/** Of live messages. */
export const statsQuery = queryOptions({
  queryKey: [...keys.stats, DAYS],
  queryFn: () => unwrap(client.GET('/api/account/stats', { params: { query: { days: DAYS } } })),
  refetchInterval: pollSteadily(),
});

/** How many messages test keys have sent. */
export const testCountQuery = queryOptions({
  queryKey: [...keys.history, 'test-count'],
  queryFn: async () => {
    const query = { mode: 'test', limit: 1 } as const;
    const { total } = await unwrap(client.GET('/api/account/history', { params: { query } }));
    return total ?? 0;
  },
});

/** Mails the link that verifies the address anew. */
export const resendVerification = () => unwrap(client.POST('/api/auth/verify-email/resend'));
