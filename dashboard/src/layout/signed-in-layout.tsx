import { Group } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { lazy, useRef } from 'react';
import { impersonatedId } from '../api/impersonation';
import { useSession, useSessionWatch } from '../api/session';
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
import { MAIN_ID, SkipLink } from './skip-link';
import { usePageFocus } from './use-page-focus';

const NAVIGATION_ID = 'navigation';

/** No page is drawn before it says whose it is. */
const ImpersonationBar = lazy(() => lazyImport(() => import('./impersonation-bar')));

/**
 * Around every page of those who are logged in. On a phone the navigation is a popover of the browser's own; where there
 * is room, the styles keep it in view.
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
  // On the way to the login.
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
            <Outlet />
          </PasswordConfirmationProvider>
        </main>
      </div>
    </>
  );
}
