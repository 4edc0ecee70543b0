import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { ApiError } from '../api/api-error';
import { lazyImport } from './lazy-import';
import type { PasswordRequest } from './password-dialog';
import { useDialog } from './use-dialog';

const PasswordDialog = lazy(() => lazyImport(() => import('./password-dialog')));

/** Runs an API call that may require the password, and asks for it if so. */
type ConfirmWithPassword = <Result>(
  attempt: (currentPassword?: string) => Promise<Result>,
) => Promise<Result>;

const PasswordConfirmation = createContext<ConfirmWithPassword>((attempt) => attempt());

export const usePasswordConfirmation = (): ConfirmWithPassword => use(PasswordConfirmation);

/**
 * Provides one password dialog for all calls. If the user cancels it, the call fails with the API's error.
 */
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
