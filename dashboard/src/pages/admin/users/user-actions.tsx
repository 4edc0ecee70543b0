import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { startImpersonation } from '../../../api/impersonation-calls';
import { isAdmin, useMe } from '../../../api/session';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { DialogModal } from '../../../components/dialog-modal';
import { Hint } from '../../../components/hint';
import { type Dialog, useDialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { AdminRoleForm } from './admin-role-form';
import { type AdminUser, secondFactorQuery, useMayChange, useUserChanges } from './api';

type Action = 'impersonate' | 'suspend' | 'reactivate' | 'demote' | 'verifyEmail' | 'removeSecondFactor';

const DANGEROUS: ReadonlySet<Action> = new Set(['suspend', 'demote', 'removeSecondFactor']);

/** Actions on an account. Administrators cannot suspend or demote themselves. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const isMe = useMe().id === user.id;
  const may = useMayChange(user);
  const dialog = useDialog<Action>();
  const role = useDialog();
  const canSee = !isMe && may('getUserSecondFactor');
  const { data: secondFactor } = useQuery({ ...secondFactorQuery(user.id), enabled: canSee });
  if (isMe) return <Hint maw={320}>{t('isYou')}</Hint>;
  const promotion = isAdmin(user) ? 'adminRole.change' : 'promote';
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
        <Button variant="default" onClick={() => role.open(true)}>
          {t(promotion)}
        </Button>
      )}
      {isAdmin(user) && may('setUserRole') && (
        <Button variant="default" onClick={() => dialog.open('demote')}>
          {t('demote')}
        </Button>
      )}
      {may('suspendUser') && (
        <Button variant={user.suspended ? 'filled' : 'default'} onClick={() => dialog.open(suspension)}>
          {t(suspension)}
        </Button>
      )}
      <ActionDialog user={user} dialog={dialog} />
      <DialogModal dialog={role} title={t('adminRole.title', { name: user.name })}>
        {() => <AdminRoleForm user={user} submit={t(promotion)} onDone={role.close} />}
      </DialogModal>
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
    demote: () => setRole(null),
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
