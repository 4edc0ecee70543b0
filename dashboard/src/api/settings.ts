import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';

type Settings = Schemas['Settings'];

const DEFAULT_TIMEZONE = 'Asia/Jakarta';

/** What the service tells everyone: the price, its time zone, whether there is a login with Google. */
export const settingsQuery = queryOptions<Settings>({
  queryKey: keys.settings,
  queryFn: () => api.get('/api/settings'),
  staleTime: Infinity,
});

/** Undefined until it is known; no page waits for it. */
export function useSettings(): Settings | undefined {
  return useQuery(settingsQuery).data;
}

export function useTimeZone(): string {
  return useSettings()?.timezone ?? DEFAULT_TIMEZONE;
}
