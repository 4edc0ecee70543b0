import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollSteadily } from '../../../api/polling';
import type { components } from '../../../api/schema';

export type System = components['schemas']['SystemView'];

export const REFRESH_SECONDS = 10;

export const systemQuery = queryOptions({
  queryKey: keys.system,
  queryFn: () => unwrap(client.GET('/api/admin/system')),
  refetchInterval: pollSteadily(REFRESH_SECONDS * 1000),
});
