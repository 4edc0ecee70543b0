import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { startSession } from '../../api/session';

/** Turns the token of a login into a session, and goes on to where the person was going. */
export function useLogIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async ({ token }: { token: string }, next = '/') => {
    await startSession(queryClient, token);
    await router.navigate({ href: next, replace: true });
  };
}
