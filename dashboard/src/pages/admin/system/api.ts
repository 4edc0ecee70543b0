import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollSteadily } from '../../../api/polling';
import type { components } from '../../../api/schema';
import { useChange } from '../../../api/use-change';

export type System = components['schemas']['SystemView'];
export type Overview = components['schemas']['OverviewView'];

export type OperatorAlerts = components['schemas']['AlertPage'];
export type OperatorAlert = components['schemas']['AlertView'];

export const REFRESH_SECONDS = 10;

export const systemQuery = queryOptions({
  queryKey: keys.system,
  queryFn: () => unwrap(client.GET('/api/admin/system')),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

export const overviewQuery = queryOptions({
  queryKey: keys.overview,
  queryFn: () => unwrap(client.GET('/api/admin/overview')),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

/** As many as fit; how many more there are is said. */
const ALERTS_SHOWN = 10;
const TILES_SHOWN = 24;

export const openAlertsQuery = queryOptions({
  queryKey: keys.alerts,
  queryFn: () =>
    unwrap(client.GET('/api/admin/alerts', { params: { query: { state: 'open', limit: ALERTS_SHOWN } } })),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

export const tilesQuery = queryOptions({
  queryKey: [...keys.devices, 'tiles'],
  queryFn: () => unwrap(client.GET('/api/admin/devices', { params: { query: { limit: TILES_SHOWN } } })),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

export function useAcknowledge() {
  const change = useChange(keys.alerts, keys.audit);
  return ({ id }: OperatorAlert) =>
    change(unwrap(client.POST('/api/admin/alerts/{id}/acknowledge', { params: { path: { id } } })));
}
