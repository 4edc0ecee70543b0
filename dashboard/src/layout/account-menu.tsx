import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endSession, useMe } from '../api/session';
import { notify } from '../components/notify';
import { useErrorText, useTranslations } from '../i18n';
import { HeaderMenu } from './header-menu';
import classes from './layout.module.css';

export function AccountMenu() {
  const t = useTranslations('common');
  const { name, username } = useMe();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { mutate: logOut } = useMutation({
    mutationFn: () => endSession(),
    onError: (error) => notify(errorText(error), 'broken'),
  });
  const entries = [
    {
      key: 'account',
      label: t('nav.account'),
      icon: <IconUserCircle size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/account' }),
    },
    {
      key: 'log-out',
      label: t('account.logOut'),
      icon: <IconLogout size={18} aria-hidden />,
      onClick: () => logOut(),
    },
  ];
  const initial = (
    <span className={classes.initial} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </span>
  );
  return (
    <HeaderMenu
      label={t('account.menu', { name })}
      trigger={initial}
      heading={`${name} (${username})`}
      entries={entries}
    />
  );
}
