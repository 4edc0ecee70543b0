import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { clearImpersonation, impersonatedId,IMPERSONATION_ENDED } from './impersonation';
import { meQuery } from './session';

const ACCOUNT_PAGE = '/account';
const FRESH_MS = 10_000;
const RETRIES_MAX = 2;

/** One cache for the page. Any answer that says that the session is over leaves nobody logged in. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    if (error.isSignedOut) queryClient.setQueryData(meQuery.queryKey, null);
    // The one page that is answered before then.
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
        // What moves money or makes things is sent once, and at once, also without a network: never later by itself.
        retry: false,
        networkMode: 'always',
        // Answers may hold a secret.
        gcTime: 0,
      },
    },
  });
  return queryClient;
}

let isGoing = false;

/** Many answers may ask for it at once, and a second start would cut off the first. */
function goOnce(address: string): void {
  if (isGoing) return;
  isGoing = true;
  // The browser's Back may bring the page as it was left.
  window.addEventListener('pageshow', ({ persisted }) => persisted && (isGoing = false));
  window.location.assign(address);
}
