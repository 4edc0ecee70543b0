import { TextInput } from '@mantine/core';
import { DialogForm } from '../../components/dialog-form';
import { Hint } from '../../components/hint';
import { RupiahInput } from '../../components/rupiah-input';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { useTopUpRequests } from './api';

const SENDER_MAX = 80;
const NOTE_MAX = 200;

/** Reports a transfer: amount and sender, so that the administrator finds it. */
export function TopUpForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('credit.topUps');
  const { open } = useTopUpRequests();
  const initialValues: { amount: number | string; sender: string; note: string } = {
    amount: '',
    sender: '',
    note: '',
  };
  const { field, ...form } = useApiForm({
    initialValues,
    submit: ({ amount, ...rest }) =>
      open({ ...rest, amount: amount === '' ? (null as never) : Number(amount) }),
    successMessage: t('sent'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('send')} onCancel={onDone}>
      <Hint>{t('sendHint')}</Hint>
      <RupiahInput label={t('amount')} required data-autofocus {...field('amount')} />
      <TextInput
        label={t('sender')}
        description={t('senderHint')}
        required
        maxLength={SENDER_MAX}
        autoComplete="name"
        {...field('sender')}
      />
      <TextInput label={t('note')} maxLength={NOTE_MAX} {...field('note')} />
    </DialogForm>
  );
}
