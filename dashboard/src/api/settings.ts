import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';

type Settings = Schemas['Settings'];

const DEFAULT_TIMEZONE = 'Asia/Jakarta';

/** Public settings of the service. */
export const settingsQuery = queryOptions<Settings>({
  queryKey: keys.settings,
  queryFn: () => api.get('/api/settings'),
  staleTime: Infinity,
});

/** The public settings of the service; undefined until loaded. */
export function useSettings(): Settings | undefined {
  return useQuery(settingsQuery).data;
}

export function useTimeZone(): string {
  return useSettings()?.timezone ?? DEFAULT_TIMEZONE;
}
