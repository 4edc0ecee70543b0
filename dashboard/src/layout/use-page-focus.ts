import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { MAIN_ID } from './skip-link';

/**
 * That another page has come is told by the focus to those who do not see it; a page that takes it itself keeps it. The
 * effect of a layout, so that the first page after the login is told too.
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
