import { useTranslations } from 'use-intl';
import { ApiError } from '../../../api/api-error';
import { DialogForm } from '../../../components/dialog-form';
import { Facts } from '../../../components/facts';
import { Money } from '../../../components/money';
import { notify } from '../../../components/notify';
import { RupiahInput } from '../../../components/rupiah-input';
import { useApiForm } from '../../../components/use-api-form';
import { useFormat } from '../../../i18n/use-format';
import { type AdminTopUpRequest, useTopUps } from './api';

interface Props {
  request: AdminTopUpRequest;
  onDone: () => void;
}

/** Asks what arrived: the request is decided once, whoever else looks at it. */
export function ConfirmForm({ request, onDone }: Props) {
  const t = useTranslations('admin.topUps');
  const { rupiah } = useFormat();
  const { confirm, refresh } = useTopUps();
  const { id, name, sender, note, amount: asked } = request;
  const initialValues: { amount: number | string } = { amount: asked };
  const { field, ...form } = useApiForm({
    initialValues,
    submit: ({ amount }) =>
      confirm(id, Number(amount)).catch((error: unknown) => {
        if (error instanceof ApiError) void refresh();
        throw error;
      }),
    onDone: () => {
      notify({ message: t('confirmed', { name }) });
      onDone();
    },
  });
  const facts = [
    { label: t('columns.user'), value: name },
    { label: t('columns.sender'), value: note === null ? sender : `${sender} (${note})` },
    { label: t('columns.amount'), value: <Money value={asked} /> },
  ];
  return (
    <DialogForm {...form} submit={t('confirmNow')} onCancel={onDone}>
      <Facts facts={facts} />
      <RupiahInput
        label={t('arrived')}
        description={t('arrivedHint', { amount: rupiah(asked) })}
        required
        data-autofocus
        {...field('amount')}
      />
    </DialogForm>
  );
}
