import { Button, FileButton, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../api/session';
import { DialogForm } from '../../../components/dialog-form';
import { DialogModal } from '../../../components/dialog-modal';
import { useApiForm } from '../../../components/use-api-form';
import type { Dialog } from '../../../components/use-dialog';
import { useTranslations } from '../../../i18n';
import { deviceNamesQuery } from '../messages/api';
import { marginQuery, useCostChanges } from './api';

interface Props {
  dialog: Dialog<true>;
}

export function CostDialog({ dialog }: Props) {
  const t = useTranslations('admin.costs.cost');
  return (
    <DialogModal dialog={dialog} title={t('set')}>
      {() => <CostForm onDone={dialog.close} />}
    </DialogModal>
  );
}

export function RateCardDialog({ dialog }: Props) {
  const t = useTranslations('admin.costs.card');
  return (
    <DialogModal dialog={dialog} title={t('set')}>
      {() => <RateCardForm onDone={dialog.close} />}
    </DialogModal>
  );
}

export function RateDialog({ dialog }: Props) {
  const t = useTranslations('admin.costs.rate');
  return (
    <DialogModal dialog={dialog} title={t('set')}>
      {() => <RateForm onDone={dialog.close} />}
    </DialogModal>
  );
}

/** The day of an input such as `2026-01-31`; undefined if it is empty, which means today. */
const dayOf = (written: string) => (written === '' ? undefined : written);
/** The amount of an input, which may have a decimal comma or point. */
const amountOf = (written: string) => written.trim().replace(',', '.');
/** `16.500` is 16500 to an Indonesian and 16.5 to the API. */
const isAmbiguous = (written: string) => /^[1-9]\d{0,2}([.,]\d{3})+$/.test(written.trim());

function CostForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('admin.costs');
  const { setCost } = useCostChanges();
  const { field, ...form } = useApiForm({
    initialValues: { device_id: '', category: '', currency: 'IDR', amount: '', valid_from: '' },
    validate: { amount: (written) => isAmbiguous(written) && t('ambiguous') },
    submit: ({ device_id: device, category, currency, amount, valid_from: from }) =>
      setCost({
        device_id: Number(device),
        category: category.trim() || null,
        currency: currency.trim().toUpperCase(),
        amount: amountOf(amount) || null,
        valid_from: dayOf(from),
      }),
    successMessage: t('saved'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('save')} onCancel={onDone}>
      <DeviceSelect {...field('device_id')} />
      <TextInput label={t('columns.currency')} maxLength={3} {...field('currency')} />
      <TextInput
        label={t('cost.amount')}
        description={t('cost.amountHint')}
        inputMode="decimal"
        {...field('amount')}
      />
      <TextInput
        label={t('columns.category')}
        description={t('cost.categoryHint')}
        maxLength={36}
        {...field('category')}
      />
      <TextInput type="date" label={t('columns.from')} description={t('fromHint')} {...field('valid_from')} />
    </DialogForm>
  );
}

function RateCardForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('admin.costs');
  const { setRateCard } = useCostChanges();
  const { field, form, ...state } = useApiForm({
    initialValues: { device_id: '', currency: 'USD', csv: '', valid_from: '' },
    submit: ({ device_id: device, currency, csv, valid_from: from }) =>
      setRateCard({
        device_id: Number(device),
        currency: currency.trim().toUpperCase(),
        csv,
        valid_from: dayOf(from),
      }),
    successMessage: t('saved'),
    onDone,
  });
  return (
    <DialogForm {...state} submit={t('save')} onCancel={onDone}>
      <DeviceSelect {...field('device_id')} />
      <TextInput label={t('columns.currency')} maxLength={3} {...field('currency')} />
      <FileButton
        accept=".csv,text/csv"
        onChange={(file) => void file?.text().then((text) => form.setFieldValue('csv', text))}
      >
        {(props) => (
          <Button variant="default" {...props}>
            {t('card.choose')}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={t('card.text')}
        description={t('card.hint')}
        rows={5}
        {...field('csv')}
        key={form.key('csv')}
      />
      <TextInput type="date" label={t('columns.from')} description={t('fromHint')} {...field('valid_from')} />
    </DialogForm>
  );
}

function RateForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('admin.costs');
  const { setRate } = useCostChanges();
  const { field, ...form } = useApiForm({
    initialValues: { currency: 'USD', rate: '', valid_from: '' },
    validate: { rate: (written) => isAmbiguous(written) && t('ambiguous') },
    submit: ({ currency, rate, valid_from: from }) =>
      setRate({
        currency: currency.trim().toUpperCase(),
        rate: amountOf(rate),
        valid_from: dayOf(from),
      }),
    successMessage: t('saved'),
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('save')} onCancel={onDone}>
      <TextInput label={t('columns.currency')} maxLength={3} {...field('currency')} />
      <TextInput
        label={t('columns.rate')}
        description={t('rate.hint')}
        inputMode="decimal"
        {...field('rate')}
      />
      <TextInput type="date" label={t('columns.from')} description={t('fromHint')} {...field('valid_from')} />
    </DialogForm>
  );
}

function DeviceSelect(props: Record<string, unknown>) {
  const t = useTranslations('admin.costs');
  const choices = useDeviceChoices();
  return (
    <NativeSelect
      label={t('columns.device')}
      data={[{ value: '', label: t('chooseDevice') }, ...choices]}
      {...props}
    />
  );
}

/** All devices. For a role that may not list devices: only those with messages. */
function useDeviceChoices() {
  const mayList = useMay()('listDevices');
  const listed = useQuery({ ...deviceNamesQuery, enabled: mayList }).data ?? [];
  const used = useQuery({ ...marginQuery({ group: 'device' }), enabled: !mayList }).data?.items ?? [];
  return mayList
    ? listed.map(({ id, name }) => ({ value: String(id), label: name }))
    : used.flatMap(({ key, name }) => (key === null ? [] : { value: key, label: name ?? `#${key}` }));
}
