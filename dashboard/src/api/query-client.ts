import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { clearImpersonation, impersonatedId, IMPERSONATION_ENDED } from './impersonation';
import { meQuery } from './session';

const ACCOUNT_PAGE = '/account';
const FRESH_MS = 10_000;
const RETRIES_MAX = 2;

/** Creates the query cache. A response that says the session has ended logs the user out. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    if (error.isSignedOut) queryClient.setQueryData(meQuery.queryKey, null);
    // Not on the account page: it is where the second factor is enrolled.
    if (error.code === 'second_factor_enrolment_required' && window.location.pathname !== ACCOUNT_PAGE)
      goOnce(ACCOUNT_PAGE);
    if (error.code === 'view_not_open') {
      clearImpersonation();
      goOnce(`/admin/users/${impersonatedId}#${IMPERSONATION_ENDED}`);
    }
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES_MAX && error instanceof ApiError && error.isTransient,
      },
      mutations: {
        // Mutations are sent once and immediately, even offline: never later by themselves.
        retry: false,
        networkMode: 'always',
        // Responses may contain a secret.
        gcTime: 0,
      },
    },
  });
  return queryClient;
}

let isGoing = false;

/** Navigates only once, even if several responses require it: a second navigation would cancel the first. */
function goOnce(address: string): void {
  if (isGoing) return;
  isGoing = true;
  // The browser's back button may restore the page from its cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && (isGoing = false));
  window.location.assign(address);
}
