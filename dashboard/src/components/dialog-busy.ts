import { createContext, use, useEffect } from 'react';

/** How a form tells its dialog that it is on the way. */
export const DialogBusy = createContext<(isBusy: boolean) => void>(() => undefined);

/** Holds the dialog around it open meanwhile. */
export function useDialogBusy(isBusy: boolean): void {
  const setBusy = use(DialogBusy);
  useEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
}
