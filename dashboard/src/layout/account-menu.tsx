import { IconLock, IconLogout, IconLogout2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { endSession, useMe } from '../api/session';
import { notify } from '../components/notify';
import { useErrorText } from '../i18n/error-text';
import type { AccountModal } from './account-modals';
import { HeaderMenu } from './header-menu';
import classes from './layout.module.css';

const AccountModals = lazy(() => import('./account-modals'));

/** Who is logged in, and what one does with one's own account. */
export function AccountMenu() {
  const t = useTranslations('common.account');
  const { name, username } = useMe();
  const [modal, setModal] = useState<AccountModal | null>(null);
  const errorText = useErrorText();
  const { mutate: logOut } = useMutation({
    mutationFn: () => endSession(),
    onError: (error) => notify({ color: 'red', message: errorText(error) }),
  });
  const entries = [
    {
      key: 'change-password',
      label: t('changePassword'),
      icon: <IconLock size={18} aria-hidden />,
      onClick: () => setModal('change-password'),
    },
    {
      key: 'log-out',
      label: t('logOut'),
      icon: <IconLogout size={18} aria-hidden />,
      onClick: () => logOut(),
    },
    {
      key: 'log-out-everywhere',
      label: t('logOutEverywhere'),
      icon: <IconLogout2 size={18} aria-hidden />,
      onClick: () => setModal('log-out-everywhere'),
    },
  ];
  const initial = (
    <span className={classes.initial} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </span>
  );
  return (
    <>
      <HeaderMenu
        label={t('menu', { name })}
        trigger={initial}
        heading={`${name} (${username})`}
        entries={entries}
      />
      {modal !== null && (
        <Suspense>
          <AccountModals modal={modal} onClose={() => setModal(null)} />
        </Suspense>
      )}
    </>
  );
}
