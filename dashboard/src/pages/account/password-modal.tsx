import { useQueryClient } from '@tanstack/react-query';
import { changePassword } from '../../api/session';
import { DialogForm } from '../../components/dialog-form';
import { DialogModal } from '../../components/dialog-modal';
import { CurrentPasswordField, PasswordField } from '../../components/password-field';
import { useApiForm } from '../../components/use-api-form';
import type { Dialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';

export function PasswordModal({ dialog }: { dialog: Dialog<true> }) {
  const t = useTranslations('account.password');
  return (
    <DialogModal dialog={dialog} title={t('change')}>
      {() => <PasswordForm onDone={dialog.close} />}
    </DialogModal>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('account.password');
  const save = useTranslations('common.actions')('save');
  const queryClient = useQueryClient();
  const { field, ...form } = useApiForm({
    initialValues: { current_password: '', new_password: '' },
    submit: (body) => changePassword(queryClient, body),
    successMessage: t('changed'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={save} onCancel={onDone}>
      <CurrentPasswordField required data-autofocus {...field('current_password')} />
      <PasswordField label={t('new')} autoComplete="new-password" required {...field('new_password')} />
    </DialogForm>
  );
}
