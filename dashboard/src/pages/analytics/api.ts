import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import { type AnalyticsSearch, DEFAULT_WINDOW } from './search';

type Schemas = components['schemas'];
export type Figures = Schemas['Analytics'];
export type ServiceFigures = Schemas['AdminAnalytics'];
export type Outcomes = Schemas['OutcomeCounts'];
export type Point = Figures['series'][number];
export type HourOfWeek = Figures['hours'][number];

/** Of how many messages the outcome is known. */
export const sizeOf = ({ sent, delivered, failed }: Outcomes) => sent + delivered + failed;

/** How many of those that are done with arrived; null of none. What waits for its receipt is no failure. */
export const rateOf = ({ delivered, failed }: Outcomes) =>
  delivered + failed === 0 ? null : delivered / (delivered + failed);

const EVERY_MS = 60_000;

/** What stands there stays until the next is there. */
const common = { placeholderData: keepPreviousData, refetchInterval: pollSteadily(EVERY_MS) };

const queryOf = ({ window = DEFAULT_WINDOW, mode }: AnalyticsSearch) =>
  ({ window, mode: mode ?? 'live' }) as const;

/** Of the account. */
export const figuresQuery = (search: AnalyticsSearch) =>
  queryOptions({
    queryKey: [...keys.analytics, 'own', search],
    queryFn: () => unwrap(client.GET('/api/account/analytics', { params: { query: queryOf(search) } })),
    ...common,
  });

/** Of all accounts, for administrators. */
export const serviceFiguresQuery = (search: AnalyticsSearch) =>
  queryOptions({
    queryKey: [...keys.analytics, 'all', search],
    queryFn: () => unwrap(client.GET('/api/admin/analytics', { params: { query: queryOf(search) } })),
    ...common,
  });
