import { Textarea, TextInput } from '@mantine/core';
import type { Schemas } from '../../api/schemas';
import { DialogForm } from '../../components/dialog-form';
import { Hint } from '../../components/hint';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { useBilling } from './api';

interface Props {
  billing: Schemas['BillingView'];
  onClose: () => void;
}

/** Name, address and tax number on statements. */
export function BillingForm({ billing, onClose }: Props) {
  const t = useTranslations('credit.billing');
  const save = useTranslations('common.actions')('save');
  const setBilling = useBilling();
  const { name, address, tax_number } = billing;
  const { field, ...form } = useApiForm({
    initialValues: { name, address, tax_number },
    submit: setBilling,
    successMessage: t('saved'),
    onDone: onClose,
  });
  return (
    <DialogForm {...form} submit={save} onCancel={onClose}>
      <Hint>{t('text')}</Hint>
      <TextInput label={t('name')} description={t('nameHint')} maxLength={100} {...field('name')} />
      <Textarea label={t('address')} rows={3} maxLength={300} {...field('address')} />
      <TextInput label={t('tax')} maxLength={60} {...field('tax_number')} />
    </DialogForm>
  );
}
