import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { startSession } from '../../api/session';

/** Starts the session and opens the page that the user wanted. */
export function useLogIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async ({ token }: { token: string }, next = '/') => {
    await startSession(queryClient, token);
    await router.navigate({ href: next, replace: true });
  };
}
