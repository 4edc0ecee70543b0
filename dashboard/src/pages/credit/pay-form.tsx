import { NativeSelect } from '@mantine/core';
import { useRef } from 'react';
import { useMe } from '../../api/session';
import { DialogForm } from '../../components/dialog-form';
import { Hint } from '../../components/hint';
import { RupiahInput } from '../../components/rupiah-input';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { type PaymentOptions, useTopUpRequests } from './api';

const SENDER_MAX = 80;

interface Props {
  /** Undefined: the form creates the request. */
  requestId: number | undefined;
  options: PaymentOptions;
  onPaying: (requestId: number) => void;
  onCancel: () => void;
}

/** Chooses how to pay a top-up request online. */
export function PayForm({ requestId, options, onPaying, onCancel }: Props) {
  const t = useTranslations('credit.topUps.pay');
  const me = useMe();
  const { open, pay } = useTopUpRequests();
  /** The request of an earlier attempt, if its payment failed: the next attempt uses it again. */
  const made = useRef(requestId);
  const [provider] = options.providers;
  const [method] = options.methods;
  const initialValues: { amount: number | string; provider: string; method: string } = {
    amount: '',
    provider: provider ?? '',
    method: method ?? '',
  };
  const { field, ...form } = useApiForm({
    initialValues,
    submit: async ({ amount, ...how }) => {
      made.current ??= (await open({ amount: Number(amount), sender: me.name.slice(0, SENDER_MAX) })).id;
      await pay(made.current, how as Parameters<typeof pay>[1]);
      return made.current;
    },
    onDone: onPaying,
  });
  return (
    <DialogForm {...form} submit={t('continue')} onCancel={onCancel}>
      <Hint>{t('hint')}</Hint>
      {requestId === undefined && (
        <RupiahInput label={t('amount')} required data-autofocus {...field('amount')} />
      )}
      <NativeSelect
        label={t('method')}
        data={options.methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
        {...field('method')}
      />
      {options.providers.length > 1 && (
        <NativeSelect
          label={t('provider')}
          data={options.providers.map((value) => ({ value, label: t(`providers.${value}`) }))}
          {...field('provider')}
        />
      )}
    </DialogForm>
  );
}
