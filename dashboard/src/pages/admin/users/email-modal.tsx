import { Text, TextInput } from '@mantine/core';
import { DialogForm } from '../../../components/dialog-form';
import { DialogModal } from '../../../components/dialog-modal';
import { useApiForm } from '../../../components/use-api-form';
import type { Dialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { type AdminUser, useUserChanges } from './api';

interface Props {
  user: AdminUser;
  dialog: Dialog<true>;
}

export function EmailModal({ user, dialog }: Props) {
  const t = useTranslations('admin.user.newEmail');
  return (
    <DialogModal dialog={dialog} title={t('title', { name: user.name })}>
      {() => <EmailForm user={user} onDone={dialog.close} />}
    </DialogModal>
  );
}

function EmailForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const t = useTranslations('admin.user.newEmail');
  const save = useTranslations('common.actions')('save');
  const { setEmail } = useUserChanges(user);
  const { field, ...form } = useApiForm({
    initialValues: { email: user.email },
    submit: ({ email }) => setEmail(email),
    successMessage: t('done'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={save} onCancel={onDone}>
      <Text size="sm">{t('text')}</Text>
      <TextInput label={t('field')} type="email" required data-autofocus {...field('email')} />
    </DialogForm>
  );
}
