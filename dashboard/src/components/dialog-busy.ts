import { createContext, use, useEffect } from 'react';

/** Lets a form tell its dialog that a request is running. */
export const DialogBusy = createContext<(isBusy: boolean) => void>(() => undefined);

/** Keeps the surrounding dialog open while `isBusy`. */
export function useDialogBusy(isBusy: boolean): void {
  const setBusy = use(DialogBusy);
  useEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
}
