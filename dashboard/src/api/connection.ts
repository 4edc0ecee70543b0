import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** Whether the browser is online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

/** When the oldest data on the page was loaded, if it could not be refreshed since; null otherwise. */
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
