import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { ApiError } from '../api/api-error';
import type { Asked } from './confirmation-dialog';
import { useDialog } from './use-dialog';
import { lazyImport } from './lazy-import';

const ConfirmationDialog = lazy(() => lazyImport(() => import('./confirmation-dialog')));

/** Does something that the API may want the password for, and asks for that when it does. */
type Confirmed = <Result>(attempt: (currentPassword?: string) => Promise<Result>) => Promise<Result>;

const Confirming = createContext<Confirmed>((attempt) => attempt());

export const useConfirmed = (): Confirmed => use(Confirming);

/** One dialog for all that is confirmed with the password. Who cancels it is left with what the API answered. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const dialog = useDialog<Asked>();
  const [wasAsked, setWasAsked] = useState(false);
  const confirmed: Confirmed = async (attempt) => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'current_password_required') throw error;
      const refusal: Error = error;
      setWasAsked(true);
      return new Promise((resolve, reject) =>
        dialog.open({
          attempt: async (password) => resolve(await attempt(password)),
          giveUp: (reason = refusal) => reject(reason),
        }),
      );
    }
  };
  return (
    <Confirming value={confirmed}>
      {children}
      {wasAsked && (
        <Suspense fallback={null}>
          <ConfirmationDialog dialog={dialog} />
        </Suspense>
      )}
    </Confirming>
  );
}
