import { Stack, Text, TextInput } from '@mantine/core';
import type { ApiKey } from '../../api/api-keys';
import { DialogForm } from '../../components/dialog-form';
import { DialogModal } from '../../components/dialog-modal';
import { Hint } from '../../components/hint';
import { useApiForm } from '../../components/use-api-form';
import type { Dialog } from '../../components/use-dialog';
import { useFormat, useTranslations } from '../../i18n';
import { useKeyChanges } from './api';
import { KeyLimitFields, limitsFrom, limitsOf } from './key-limit-fields';

export function EditKeyModal({ dialog }: { dialog: Dialog<ApiKey> }) {
  const t = useTranslations('keys.edit');
  return (
    <DialogModal dialog={dialog} title={t('title')}>
      {(key) => <EditKeyForm apiKey={key} onClose={dialog.close} />}
    </DialogModal>
  );
}

function EditKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations('keys');
  const { update } = useKeyChanges();
  const { field, ...form } = useApiForm({
    initialValues: { name: apiKey.name, ...limitsOf(apiKey) },
    submit: ({ name, ...limits }) => update(apiKey, { name, ...limitsFrom(limits) }),
    onDone: onClose,
  });
  return (
    <DialogForm {...form} submit={t('edit.submit')} onCancel={onClose}>
      <TextInput label={t('create.name')} required autoComplete="off" data-autofocus {...field('name')} />
      <KeyLimitFields field={field} />
      <FixedLimits apiKey={apiKey} />
    </DialogForm>
  );
}

/** Properties that cannot be changed after creation. */
function FixedLimits({ apiKey: { expires_at: expiresAt, allowed_ips: ips } }: { apiKey: ApiKey }) {
  const t = useTranslations('keys.edit');
  const format = useFormat();
  return (
    <Stack gap={4}>
      <Text size="sm">
        {expiresAt === null ? t('noExpiry') : t('expiry', { time: format.time(expiresAt) })}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {ips === null ? t('anyIp') : t('ips', { list: ips.join(', ') })}
      </Text>
      <Hint>{t('fixed')}</Hint>
    </Stack>
  );
}
