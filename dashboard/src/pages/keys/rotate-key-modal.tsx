import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiKeysQuery, stateOf, type ApiKey, type NewApiKey } from '../../api/api-keys';
import { OverlapForm } from '../../components/overlap-form';
import { SecretModal } from '../../components/secret-modal';
import type { Dialog } from '../../components/use-dialog';
import { useFormat } from '../../i18n/use-format';
import { KeyOnce } from './key-once';
import { useKeyChanges } from './use-key-changes';

export function RotateKeyModal({ dialog }: { dialog: Dialog<ApiKey> }) {
  const t = useTranslations('keys.rotate');
  return (
    <SecretModal<ApiKey, NewApiKey>
      dialog={dialog}
      title={t('title', { name: dialog.subject?.name ?? '' })}
      ask={(key, onMade) => <RotateForm apiKey={key} onRotated={onMade} onCancel={dialog.close} />}
      show={(created, onStored, old) => (
        <KeyOnce created={created} onStored={onStored}>
          <OldKeyEnd old={old} />
        </KeyOnce>
      )}
    />
  );
}

interface FormProps {
  apiKey: ApiKey;
  onRotated: (created: NewApiKey) => void;
  onCancel: () => void;
}

function RotateForm({ apiKey, onRotated, onCancel }: FormProps) {
  const t = useTranslations('keys.rotate');
  const { rotate } = useKeyChanges();
  return (
    <OverlapForm
      text={t('text')}
      label={t('overlap')}
      overlaps={{
        none: t('overlaps.none'),
        hour: t('overlaps.hour'),
        day: t('overlaps.day'),
        week: t('overlaps.week'),
      }}
      submitLabel={t('submit')}
      rotate={(overlapSeconds) => rotate(apiKey, overlapSeconds)}
      onRotated={onRotated}
      onCancel={onCancel}
    />
  );
}

/** As the list, read again after the rotation, tells it: an earlier expiry of the old key's own stands. */
function OldKeyEnd({ old }: { old: ApiKey }) {
  const t = useTranslations('keys.rotate');
  const format = useFormat();
  const now = useQueryClient()
    .getQueryData(apiKeysQuery.queryKey)
    ?.find(({ id }) => id === old.id);
  const end = now?.expires_at ?? null;
  if (now === undefined || end === null) return null;
  const isOver = stateOf(now, new Date()) === 'expired';
  return <Text>{isOver ? t('oldEnded', old) : t('oldEnds', { ...old, time: format.time(end) })}</Text>;
}
