import { NativeSelect, TextInput } from '@mantine/core';
import type { PriceChannel } from '../../../api/prices';
import { useTimeZone } from '../../../api/settings';
import { DialogForm } from '../../../components/dialog-form';
import { DialogModal } from '../../../components/dialog-modal';
import { Hint } from '../../../components/hint';
import { RupiahInput } from '../../../components/rupiah-input';
import { useApiForm } from '../../../components/use-api-form';
import type { Dialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { instantOf } from '../../../i18n/instant';
import { usePriceChanges, type Whose } from './api';

const CHANNELS: readonly PriceChannel[] = ['whatsapp', 'sms', 'telegram', 'inbound'];

interface Props {
  dialog: Dialog<true>;
  userId: Whose;
}

/** Sets a price from a moment on. */
export function PriceDialog({ dialog, userId }: Props) {
  const t = useTranslations('admin.prices');
  return (
    <DialogModal dialog={dialog} title={t('set')}>
      {() => <PriceForm userId={userId} onDone={dialog.close} />}
    </DialogModal>
  );
}

interface Values extends Record<string, unknown> {
  channel: PriceChannel;
  /** Empty: removes the own price, so that the general price or the default applies. */
  price: number | string;
  /** `2026-01-31T13:45`, in the zone of the service; empty: as soon as possible. */
  valid_from: string;
}

const EMPTY: Values = { channel: 'whatsapp', price: '', valid_from: '' };

function PriceForm({ userId, onDone }: { userId: Whose; onDone: () => void }) {
  const t = useTranslations('admin.prices');
  const channel = useTranslations('credit.prices.channels');
  const timeZone = useTimeZone();
  const { set } = usePriceChanges(userId);
  const { field, ...form } = useApiForm({
    initialValues: EMPTY,
    submit: ({ channel, price, valid_from: from }) =>
      set({
        channel,
        price: price === '' ? null : Number(price),
        valid_from: from === '' ? null : instantOf(`${from.replace('T', ' ')}:00`, timeZone).toISOString(),
      }),
    successMessage: t('saved'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('save')} onCancel={onDone}>
      <NativeSelect
        label={t('columns.channel')}
        data={CHANNELS.map((one) => ({ value: one, label: channel(one) }))}
        {...field('channel')}
      />
      <RupiahInput
        label={t('field')}
        description={t(userId === undefined ? 'fieldHint' : 'fieldHintOfAccount')}
        {...field('price')}
      />
      <TextInput
        type="datetime-local"
        label={t('columns.from')}
        description={t('fromHint', { timeZone })}
        {...field('valid_from')}
      />
      <Hint>{t('notice')}</Hint>
    </DialogForm>
  );
}
