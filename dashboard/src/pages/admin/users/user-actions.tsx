import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { startImpersonation } from '../../../api/impersonation-calls';
import { isAdmin, useMay, useMe } from '../../../api/session';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { Hint } from '../../../components/hint';
import { type Dialog, useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { type AdminUser, secondFactorQuery, useUserChanges } from './api';

type Action =
  'impersonate' | 'suspend' | 'reactivate' | 'promote' | 'demote' | 'verifyEmail' | 'removeSecondFactor';

const DANGEROUS: ReadonlySet<Action> = new Set(['suspend', 'demote', 'removeSecondFactor']);

/** Actions on an account. Administrators cannot suspend or demote themselves. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const isMe = useMe().id === user.id;
  const may = useMay();
  const dialog = useDialog<Action>();
  const canSee = !isMe && may('getUserSecondFactor');
  const { data: secondFactor } = useQuery({ ...secondFactorQuery(user.id), enabled: canSee });
  if (isMe) return <Hint maw={320}>{t('isYou')}</Hint>;
  const role = isAdmin(user) ? 'demote' : 'promote';
  const suspension = user.suspended ? 'reactivate' : 'suspend';
  return (
    <>
      {!user.email_verified && may('markEmailVerified') && (
        <Button variant="default" onClick={() => dialog.open('verifyEmail')}>
          {t('verifyEmail')}
        </Button>
      )}
      {secondFactor?.enabled && may('removeUserSecondFactor') && (
        <Button variant="default" onClick={() => dialog.open('removeSecondFactor')}>
          {t('removeSecondFactor')}
        </Button>
      )}
      {!isAdmin(user) && may('beginAccountView') && (
        <Button variant="default" onClick={() => dialog.open('impersonate')}>
          {t('impersonate')}
        </Button>
      )}
      {may('setUserRole') && (
        <Button variant="default" onClick={() => dialog.open(role)}>
          {t(role)}
        </Button>
      )}
      {may('suspendUser') && (
        <Button variant={user.suspended ? 'filled' : 'default'} onClick={() => dialog.open(suspension)}>
          {t(suspension)}
        </Button>
      )}
      <ActionDialog user={user} dialog={dialog} />
    </>
  );
}

/** Keeps the chosen action while the dialog fades out, even if the account has changed. */
function ActionDialog({ user, dialog }: { user: AdminUser; dialog: Dialog<Action> }) {
  const t = useTranslations('admin.user');
  const { suspend, setRole, verifyEmail, removeSecondFactor } = useUserChanges(user);
  const run: Record<Action, () => Promise<unknown>> = {
    impersonate: () => startImpersonation(user.id),
    suspend: () => suspend(true),
    reactivate: () => suspend(false),
    promote: () => setRole('admin'),
    demote: () => setRole('user'),
    verifyEmail,
    removeSecondFactor,
  };
  const shown = dialog.subject ?? 'suspend';
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t(`${shown}Title`, { name: user.name })}
      confirm={t(shown)}
      isDangerous={DANGEROUS.has(shown)}
      action={(action) => run[action]()}
    >
      {t(`${shown}Text`)}
    </ConfirmDialog>
  );
}
