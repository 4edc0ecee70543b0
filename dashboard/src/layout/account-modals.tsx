import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { changePassword, endSession } from '../api/session';
import { ConfirmModal } from '../components/confirm-modal';
import { DialogForm } from '../components/dialog-form';
import { notify } from '../components/notify';
import { PasswordField } from '../components/password-field';
import { useApiForm } from '../components/use-api-form';

export type AccountModal = 'change-password' | 'log-out-everywhere';

/** Loaded when the first of them opens. */
export default function AccountModals({ modal, onClose }: { modal: AccountModal; onClose: () => void }) {
  const t = useTranslations('common.account');
  if (modal === 'change-password') return <ChangePassword onClose={onClose} />;
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t('logOutEverywhere')}
      confirm={t('logOutEverywhere')}
      action={() => endSession({ everywhere: true })}
    >
      {t('logOutEverywhereWarning')}
    </ConfirmModal>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useTranslations('common');
  const queryClient = useQueryClient();
  const { field, ...form } = useApiForm({
    initialValues: { current_password: '', new_password: '' },
    submit: (body) => changePassword(queryClient, body),
    onDone: () => {
      notify({ message: t('account.passwordChanged') });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('account.changePassword')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      centered
    >
      <DialogForm {...form} submit={t('actions.save')} onCancel={onClose}>
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          required
          data-autofocus
          {...field('current_password')}
        />
        <PasswordField
          label={t('account.newPassword')}
          autoComplete="new-password"
          required
          {...field('new_password')}
        />
      </DialogForm>
    </Modal>
  );
}
