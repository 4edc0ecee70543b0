import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Since when something that the page shows could not be refreshed, in ms since 1970; null when all could. */
export function useStaleSince(): number | null {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => staleSince(queryClient),
  );
}

function staleSince(queryClient: QueryClient): number | null {
  const stale = queryClient
    .getQueryCache()
    .findAll({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && state.data !== undefined,
    })
    .map(({ state }) => state.dataUpdatedAt);
  return stale.length === 0 ? null : Math.min(...stale);
}
