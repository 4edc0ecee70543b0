import { Group } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, useLayoutEffect, useRef } from 'react';
import { impersonatedId } from '../api/impersonation';
import { useMayOpen, useSession, useSessionWatch } from '../api/session';
import { lazyImport } from '../components/lazy-import';
import { PasswordConfirmationProvider } from '../components/password-confirmation';
import { useTranslations } from '../i18n';
import { AccountMenu } from './account-menu';
import { Brand } from './brand';
import { FinderButton } from './finder/finder-button';
import classes from './layout.module.css';
import { Navigation } from './navigation';
import { OfflineNotice } from './offline-notice';
import { Preferences } from './preferences';
import { NotFoundPage } from './route-error';
import { MAIN_ID, SkipLink } from './skip-link';

const NAVIGATION_ID = 'navigation';

/** Suspends the page until the bar is loaded. */
const ImpersonationBar = lazy(() => lazyImport(() => import('./impersonation-bar')));

/**
 * Layout of all pages of a logged-in user. On a phone the navigation is a native popover; on a wide screen it
 * is always visible.
 */
export function SignedInLayout() {
  const t = useTranslations('common.nav');
  useSessionWatch();
  usePageFocus();
  const isOver = useSession() === null;
  const navigation = useRef<HTMLElement>(null);
  const close = () => {
    if (navigation.current?.matches(':popover-open')) navigation.current.hidePopover();
  };
  // The session has ended; the login page is loading.
  if (isOver) return null;
  return (
    <>
      <SkipLink />
      <header className={classes.header}>
        <Group gap="xs" wrap="nowrap">
          <button
            type="button"
            className={classes.burger}
            popoverTarget={NAVIGATION_ID}
            aria-label={t('open')}
          >
            <IconMenu2 size={22} aria-hidden />
          </button>
          <Brand />
        </Group>
        {impersonatedId ? (
          <ImpersonationBar />
        ) : (
          <Group gap="xs" wrap="nowrap">
            <FinderButton />
            <Preferences />
            <AccountMenu />
          </Group>
        )}
      </header>
      <div className={classes.body}>
        <nav
          id={NAVIGATION_ID}
          ref={navigation}
          popover="auto"
          className={classes.navigation}
          aria-label={t('label')}
        >
          <Navigation onNavigate={close} />
        </nav>
        <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
          <OfflineNotice />
          <PasswordConfirmationProvider>
            <Page />
          </PasswordConfirmationProvider>
        </main>
      </div>
    </>
  );
}

/** The page, if the role of the login allows it. */
function Page() {
  const mayOpen = useMayOpen();
  return mayOpen(useLocation({ select: ({ pathname }) => pathname })) ? <Outlet /> : <NotFoundPage />;
}

/**
 * Moves the focus on navigation, so that screen readers announce the page. A page that sets its own focus
 * keeps it. Used in a layout, so that it also runs for the first page after the login.
 */
function usePageFocus(): void {
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
