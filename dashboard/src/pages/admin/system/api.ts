import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollSteadily } from '../../../api/polling';
import { useInvalidateAfter } from '../../../api/use-change';

export type System = Schemas['SystemView'];
export type Overview = Schemas['OverviewView'];

export type OperatorAlerts = Schemas['AlertPage'];
export type OperatorAlert = Schemas['AlertView'];

export const REFRESH_SECONDS = 10;

export const systemQuery = queryOptions({
  queryKey: keys.system,
  queryFn: () => api.get('/api/admin/system'),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

export const overviewQuery = queryOptions({
  queryKey: keys.overview,
  queryFn: () => api.get('/api/admin/overview'),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

/** The most items that are shown. The page states the number of the others. */
const ALERTS_SHOWN = 10;
const TILES_SHOWN = 24;

export const openAlertsQuery = queryOptions({
  queryKey: keys.alerts,
  queryFn: () => api.get('/api/admin/alerts', { query: { state: 'open', limit: ALERTS_SHOWN } }),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

export const tilesQuery = queryOptions({
  queryKey: [...keys.devices, 'tiles'],
  queryFn: () => api.get('/api/admin/devices', { query: { limit: TILES_SHOWN } }),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

export function useAcknowledge() {
  const change = useInvalidateAfter(keys.alerts, keys.audit);
  return ({ id }: OperatorAlert) => change(api.post('/api/admin/alerts/{id}/acknowledge', { path: { id } }));
}
