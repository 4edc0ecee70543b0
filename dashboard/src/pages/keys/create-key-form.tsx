import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { NewApiKey } from '../../api/api-keys';
import { useTimeZone } from '../../api/settings';
import { DialogForm } from '../../components/dialog-form';
import { useApiForm } from '../../components/use-api-form';
import { useFormat, useTranslations } from '../../i18n';
import { useKeyChanges } from './api';
import { KeyLimitFields, type KeyLimitValues, limitsFrom, NO_LIMITS } from './key-limit-fields';

/** The API accepts four-digit years only. */
const LAST_DAY = '9999-12-31';
const BETWEEN_ADDRESSES = /[\s,;]+/;

type KeyValues = KeyLimitValues & {
  name: string;
  mode: string;
  /** Last valid day. */
  expires_at: string;
  allowed_ips: string;
};

const EMPTY: KeyValues = { name: '', mode: 'test', expires_at: '', allowed_ips: '', ...NO_LIMITS };

interface Props {
  make: (call: Promise<NewApiKey>) => Promise<NewApiKey>;
  onCancel: () => void;
}

export function CreateKeyForm({ make, onCancel }: Props) {
  const t = useTranslations('keys.create');
  const timeZone = useTimeZone();
  const { field, ...form } = useCreateForm(make);
  return (
    <DialogForm {...form} submit={t('submit')} onCancel={onCancel}>
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
        max={LAST_DAY}
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
      <KeyLimitFields field={field} />
    </DialogForm>
  );
}

function useCreateForm(make: Props['make']) {
  const { instant } = useFormat();
  const { create } = useKeyChanges();
  return useApiForm({
    initialValues: EMPTY,
    submit: ({ name, mode, expires_at: lastDay, allowed_ips: ips, ...limits }) => {
      const addresses = ips.split(BETWEEN_ADDRESSES).filter((address) => address !== '');
      return make(
        create({
          name,
          mode: mode === 'live' ? 'live' : 'test',
          expires_at: lastDay === '' ? null : instant(`${lastDay} 23:59:59`).toISOString(),
          allowed_ips: addresses.length === 0 ? null : addresses,
          ...limitsFrom(limits),
        }),
      );
    },
  });
}
