import { Text, TextInput } from '@mantine/core';
import { DialogForm } from '../../components/dialog-form';
import { CurrentPasswordField } from '../../components/password-field';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import type { Proof } from './api';

interface Props {
  text: string;
  confirm: string;
  submit: (proof: Proof) => Promise<unknown>;
  onDone?: () => void;
  onCancel: () => void;
}

/** Asks for a code of the authenticator app and the password. */
export function ProofForm({ text, confirm, submit, onDone, onCancel }: Props) {
  const t = useTranslations('security.secondFactor');
  const { field, ...form } = useApiForm({
    initialValues: { code: '', current_password: '' },
    submit: ({ code, current_password: password }) =>
      submit(password === '' ? { code } : { code, current_password: password }),
    onDone,
  });
  return (
    <DialogForm {...form} submit={confirm} onCancel={onCancel}>
      <Text size="sm">{text}</Text>
      <TextInput label={t('code')} autoComplete="one-time-code" required {...field('code')} />
      <CurrentPasswordField {...field('current_password')} />
    </DialogForm>
  );
}
