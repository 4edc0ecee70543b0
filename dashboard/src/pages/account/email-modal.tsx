import { Text, TextInput } from '@mantine/core';
import { useMe } from '../../api/session';
import { DialogForm } from '../../components/dialog-form';
import { DialogModal } from '../../components/dialog-modal';
import { useApiForm } from '../../components/use-api-form';
import type { Dialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';
import { useAccountRequests } from './api';

export function EmailModal({ dialog }: { dialog: Dialog<true> }) {
  const t = useTranslations('account.email');
  return (
    <DialogModal dialog={dialog} title={t('change')}>
      {() => <EmailForm onDone={dialog.close} />}
    </DialogModal>
  );
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('account.email');
  const { email } = useMe();
  const { askEmail } = useAccountRequests();
  const { field, ...form } = useApiForm({
    initialValues: { email: '' },
    submit: (values) => askEmail(values.email),
    successMessage: t('asked'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('submit')} onCancel={onDone}>
      <Text size="sm">{t('text')}</Text>
      <TextInput
        label={t('new')}
        type="email"
        autoComplete="email"
        placeholder={email}
        required
        data-autofocus
        {...field('email')}
      />
    </DialogForm>
  );
}
