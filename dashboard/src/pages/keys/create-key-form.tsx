import { NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useTimeZone, useTranslations } from 'use-intl';
import type { NewApiKey } from '../../api/api-keys';
import { ErrorState } from '../../components/error-state';
import { FormButtons } from '../../components/form-buttons';
import { useApiForm } from '../../components/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { useKeyChanges } from './use-key-changes';

const BETWEEN_ADDRESSES = /[\s,;]+/;

type Wish = {
  name: string;
  mode: string;
  /** The last day. */
  expires_at: string;
  allowed_ips: string;
  daily_cap: string | number;
};

const EMPTY: Wish = { name: '', mode: 'test', expires_at: '', allowed_ips: '', daily_cap: '' };

interface Props {
  onCreated: (created: NewApiKey) => void;
  onCancel: () => void;
}

export function CreateKeyForm({ onCreated, onCancel }: Props) {
  const t = useTranslations('keys.create');
  const timeZone = useTimeZone() ?? '';
  const { field, onSubmit, isPending, formError } = useCreateForm(onCreated);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          autoComplete="off"
          data-autofocus
          {...field('name')}
        />
        <Radio.Group label={t('mode')} {...field('mode')}>
          <Stack gap="xs" mt={6}>
            <Radio value="test" label={t('test')} description={t('testHint')} />
            <Radio value="live" label={t('live')} description={t('liveHint')} />
          </Stack>
        </Radio.Group>
        <TextInput
          type="date"
          label={t('expiry')}
          description={t('expiryHint', { timeZone })}
          {...field('expires_at')}
        />
        <Textarea
          label={t('ips')}
          description={t('ipsHint')}
          rows={2}
          autoComplete="off"
          spellCheck={false}
          {...field('allowed_ips')}
        />
        <NumberInput
          label={t('cap')}
          description={t('capHint')}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          {...field('daily_cap')}
        />
        {formError && <ErrorState error={formError} />}
        <FormButtons submit={t('submit')} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function useCreateForm(onCreated: (created: NewApiKey) => void) {
  const { instant } = useFormat();
  const { create } = useKeyChanges();
  return useApiForm({
    initialValues: EMPTY,
    submit: ({ name, mode, expires_at: lastDay, allowed_ips: ips, daily_cap: cap }) => {
      const addresses = ips.split(BETWEEN_ADDRESSES).filter((address) => address !== '');
      return create({
        name,
        mode: mode === 'live' ? 'live' : 'test',
        expires_at: lastDay === '' ? null : instant(`${lastDay} 23:59:59`).toISOString(),
        allowed_ips: addresses.length === 0 ? null : addresses,
        daily_cap: cap === '' ? null : Number(cap),
      });
    },
    onDone: onCreated,
  });
}
