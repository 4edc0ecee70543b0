import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { ApiError } from '../api/api-error';
import { lazyImport } from './lazy-import';
import type { PasswordRequest } from './password-dialog';
import { useDialog } from './use-dialog';

const PasswordDialog = lazy(() => lazyImport(() => import('./password-dialog')));

/** Does something that the API may want the password for, and asks for that when it does. */
type ConfirmWithPassword = <Result>(
  attempt: (currentPassword?: string) => Promise<Result>,
) => Promise<Result>;

const PasswordConfirmation = createContext<ConfirmWithPassword>((attempt) => attempt());

export const usePasswordConfirmation = (): ConfirmWithPassword => use(PasswordConfirmation);

/** One dialog for all that is confirmed with the password. Who cancels it is left with what the API answered. */
export function PasswordConfirmationProvider({ children }: { children: ReactNode }) {
  const dialog = useDialog<PasswordRequest>();
  const [wasRequested, setWasRequested] = useState(false);
  const confirmed: ConfirmWithPassword = async (attempt) => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'current_password_required') throw error;
      const refusal: Error = error;
      setWasRequested(true);
      return new Promise((resolve, reject) =>
        dialog.open({
          attempt: async (password) => resolve(await attempt(password)),
          abandon: (reason = refusal) => reject(reason),
        }),
      );
    }
  };
  return (
    <PasswordConfirmation value={confirmed}>
      {children}
      {wasRequested && (
        <Suspense fallback={null}>
          <PasswordDialog dialog={dialog} />
        </Suspense>
      )}
    </PasswordConfirmation>
  );
}
