import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { ApiError } from './api-error';

const FRESH_MS = 10_000;
const RETRIES_MAX = 2;

/** One cache for the page. `onSignedOut` is told when any answer says that the session is over. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.isSignedOut) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES_MAX && error instanceof ApiError && error.isPassing,
      },
      // What moves money or makes things is sent once; whoever pressed the button decides about a second time.
      mutations: { retry: false },
    },
  });
}
