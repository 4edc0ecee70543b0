import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { MAIN_ID } from './skip-link';

/**
 * Moves the focus on navigation, so that screen readers announce the page. A page that sets its own focus
 * keeps it. Used in a layout, so that it also runs for the first page after the login.
 */
export function usePageFocus(): void {
  const router = useRouter();
  useLayoutEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        const main = document.getElementById(MAIN_ID);
        if (fromLocation && pathChanged && !main?.contains(document.activeElement))
          main?.focus({ preventScroll: true });
      }),
    [router],
  );
}
