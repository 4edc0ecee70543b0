import { TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { DialogForm } from '../../../components/dialog-form';
import { notify } from '../../../components/notify';
import { useApiForm } from '../../../components/use-api-form';
import { type AdminTopUpRequest, useTopUps } from './api';

const REASON_MAX = 200;

interface Props {
  request: AdminTopUpRequest;
  onDone: () => void;
}

export function DeclineForm({ request: { id, name }, onDone }: Props) {
  const t = useTranslations('admin.topUps');
  const { decline } = useTopUps();
  const { field, ...form } = useApiForm({
    initialValues: { reason: '' },
    submit: ({ reason }) => decline(id, reason),
    onDone: () => {
      notify({ message: t('declined', { name }) });
      onDone();
    },
  });
  return (
    <DialogForm {...form} submit={t('declineNow')} onCancel={onDone}>
      <TextInput
        label={t('reason')}
        description={t('reasonHint')}
        required
        data-autofocus
        maxLength={REASON_MAX}
        {...field('reason')}
      />
    </DialogForm>
  );
}
