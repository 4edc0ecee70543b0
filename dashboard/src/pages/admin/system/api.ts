import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollSteadily } from '../../../api/polling';
import type { components } from '../../../api/schema';

export type System = components['schemas']['SystemView'];

export type OperatorAlerts = components['schemas']['AlertPage'];
export type OperatorAlert = components['schemas']['AlertView'];

export const REFRESH_SECONDS = 10;

export const systemQuery = queryOptions({
  queryKey: keys.system,
  queryFn: () => unwrap(client.GET('/api/admin/system')),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});

/** As many as fit; how many more there are is said. */
const ALERTS_SHOWN = 10;

export const openAlertsQuery = queryOptions({
  queryKey: keys.alerts,
  queryFn: () =>
    unwrap(client.GET('/api/admin/alerts', { params: { query: { state: 'open', limit: ALERTS_SHOWN } } })),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});
