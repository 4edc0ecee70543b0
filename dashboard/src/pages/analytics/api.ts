import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import { type AnalyticsSearch, DEFAULT_WINDOW } from './search';

export type Figures = Schemas['Analytics'];
export type ServiceFigures = Schemas['AdminAnalytics'];
export type Outcomes = Schemas['OutcomeCounts'];
export type Point = Figures['series'][number];
export type HourOfWeek = Figures['hours'][number];

const EVERY_MS = 60_000;

/** Keeps the previous data until the next is loaded. */
const common = { placeholderData: keepPreviousData, refetchInterval: pollSteadily(EVERY_MS) };

const queryOf = ({ window = DEFAULT_WINDOW, mode }: AnalyticsSearch) =>
  ({ window, mode: mode ?? 'live' }) as const;

export const figuresQuery = (search: AnalyticsSearch) =>
  queryOptions({
    queryKey: [...keys.analytics, 'own', search],
    queryFn: () => api.get('/api/account/analytics', { query: queryOf(search) }),
    ...common,
  });

export const serviceFiguresQuery = (search: AnalyticsSearch) =>
  queryOptions({
    queryKey: [...keys.analytics, 'all', search],
    queryFn: () => api.get('/api/admin/analytics', { query: queryOf(search) }),
    ...common,
  });
