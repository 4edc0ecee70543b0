import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../api/api-keys';
import { DialogForm } from '../../components/dialog-form';
import { DocsLink } from '../../components/docs-link';
import { Hint } from '../../components/hint';
import { useApiForm } from '../../components/use-api-form';
import { useTranslations } from '../../i18n';
import { type StoredHook, useKeyChanges } from './api';

interface Props {
  apiKey: ApiKey;
  make: (call: Promise<StoredHook>) => Promise<StoredHook>;
  onCancel: () => void;
}

export function HookSecretForm({ apiKey, make, onCancel }: Props) {
  const t = useTranslations('keys.hookSecret');
  const { newHookSecret, storeSigningKey } = useKeyChanges();
  const [maker, setMaker] = useState('sandi');
  const { field, ...form } = useApiForm({
    initialValues: { maker, company_name: apiKey.hook_company_name ?? '', signing_key: '' },
    onValuesChange: (values) => setMaker(values.maker),
    submit: ({ company_name: company, signing_key }) => {
      const company_name = company.trim() === '' ? null : company;
      return make(
        maker === 'sandi'
          ? newHookSecret(apiKey, { company_name })
          : storeSigningKey(apiKey, { company_name, signing_key }),
      );
    },
  });
  return (
    <DialogForm {...form} submit={maker === 'sandi' ? t('submit') : t('store')} onCancel={onCancel}>
      <Text>{t('text', apiKey)}</Text>
      <DocsLink to="/docs/auth-servers" size="sm">
        {t('documents')}
      </DocsLink>
      <Radio.Group label={t('maker')} {...field('maker')}>
        <Stack gap="xs" mt={6}>
          <Radio value="sandi" label={t('sandi')} description={t('sandiHint')} />
          <Radio value="server" label={t('server')} description={t('serverHint')} />
        </Stack>
      </Radio.Group>
      {maker === 'server' && (
        <TextInput
          label={t('signingKey')}
          required
          autoComplete="off"
          spellCheck={false}
          {...field('signing_key')}
        />
      )}
      <TextInput
        label={t('company')}
        description={t('companyHint')}
        autoComplete="off"
        {...field('company_name')}
      />
      <Hint>{t('others')}</Hint>
    </DialogForm>
  );
}
