import { Button, Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { impersonationEndsAt, stopImpersonation } from '../api/impersonation-calls';
import { useMe } from '../api/session';
import { useFormat, useTranslations } from '../i18n';
import classes from './impersonation-bar.module.css';
import { Preferences } from './preferences';

/** Header while impersonating: the account, the end time, and a button to stop. */
export default function ImpersonationBar() {
  const t = useTranslations('account.view');
  const { name, username } = useMe();
  const { hour } = useFormat();
  const { mutate: end, isPending } = useMutation({ mutationFn: stopImpersonation });
  return (
    <div className={classes.bar}>
      <p className={classes.whose} title={`${name} (${username})`}>
        <IconEye className={classes.eye} size={20} aria-hidden />
        <span className={classes.words}>
          {t.rich('whose', {
            name,
            wide: (part) => <span className={classes.wide}>{part}</span>,
            strong: (part) => <strong>{part}</strong>,
          })}
          <span className={classes.wide}> · {t('until', { time: hour(impersonationEndsAt()) })}</span>
        </span>
      </p>
      <Button variant="default" size="compact-sm" flex="none" loading={isPending} onClick={() => end()}>
        {t('end')}
      </Button>
      <Group visibleFrom="sm" ml="auto">
        <Preferences />
      </Group>
    </div>
  );
}
