import { TextInput } from '@mantine/core';
import { ApiError, isForbidden } from '../../../api/api-error';
import { DialogForm } from '../../../components/dialog-form';
import { DialogModal } from '../../../components/dialog-modal';
import { Facts } from '../../../components/facts';
import { Hint } from '../../../components/hint';
import { Money } from '../../../components/money';
import { RupiahInput } from '../../../components/rupiah-input';
import { useApiForm } from '../../../components/use-api-form';
import type { Dialog } from '../../../components/use-dialog';
import { useFormat, useTranslations } from '../../../i18n';
import { type AdminTopUpRequest, useTopUps } from './api';

export interface Decision {
  request: AdminTopUpRequest;
  what: 'confirm' | 'decline';
}

/** Confirms or declines a request. Stays open if its row disappears, since another administrator was faster. */
export function DecisionDialog({ dialog }: { dialog: Dialog<Decision> }) {
  const t = useTranslations('admin.topUps');
  const title = dialog.subject?.what === 'decline' ? 'declineTitle' : 'confirmTitle';
  return (
    <DialogModal dialog={dialog} title={t(title, { id: String(dialog.subject?.request.id) })}>
      {({ request, what }) =>
        what === 'confirm' ? (
          <ConfirmForm request={request} onDone={dialog.close} />
        ) : (
          <DeclineForm request={request} onDone={dialog.close} />
        )
      }
    </DialogModal>
  );
}

interface Props {
  request: AdminTopUpRequest;
  onDone: () => void;
}

/** Asks for the received amount. A request is decided only once. */
function ConfirmForm({ request, onDone }: Props) {
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
    successMessage: t('confirmed', { name }),
    onDone,
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
      <Refusal error={form.formError} />
    </DialogForm>
  );
}

const REASON_MAX = 200;

function DeclineForm({ request: { id, name }, onDone }: Props) {
  const t = useTranslations('admin.topUps');
  const { decline } = useTopUps();
  const { field, ...form } = useApiForm({
    initialValues: { reason: '' },
    submit: ({ reason }) => decline(id, reason),
    successMessage: t('declined', { name }),
    onDone,
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
      <Refusal error={form.formError} />
    </DialogForm>
  );
}

/** The reason of a 403: the list does not say which accounts are those of administrators. */
function Refusal({ error }: { error: Error | null }) {
  const t = useTranslations('shared');
  return isForbidden(error) && <Hint>{t('ofAdministrator')}</Hint>;
}
