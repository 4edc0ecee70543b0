import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ApiKey, apiKeysQuery, type NewApiKey } from '../../api/api-keys';
import { OverlapForm } from '../../components/overlap-form';
import { SecretModal } from '../../components/secret-modal';
import type { Dialog } from '../../components/use-dialog';
import { useFormat, useTranslations } from '../../i18n';
import { useKeyChanges } from './api';
import { KeyOnce } from './key-once';
import { useKeyState } from './use-key-state';

export function RotateKeyModal({ dialog }: { dialog: Dialog<ApiKey> }) {
  const t = useTranslations('keys.rotate');
  const { rotate } = useKeyChanges();
  return (
    <SecretModal<ApiKey, NewApiKey>
      dialog={dialog}
      title={t('title', { name: dialog.subject?.name ?? '' })}
      ask={(key, make) => (
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
          rotate={(overlapSeconds) => make(rotate(key, overlapSeconds))}
          onCancel={dialog.close}
        />
      )}
      show={(created, onStored, old) => (
        <KeyOnce created={created} onStored={onStored}>
          <OldKey id={old.id} successor={created} />
        </KeyOnce>
      )}
    />
  );
}

/** When the old key ends, from the reloaded list: it may expire earlier on its own. */
function OldKey({ id, successor }: { id: number; successor: NewApiKey }) {
  const list = useQuery(apiKeysQuery).data ?? [];
  const old = list.find((key) => key.id === id);
  const isKnown = list.some((key) => key.id === successor.id);
  return isKnown && old !== undefined && <OldKeyEnd old={old} />;
}

function OldKeyEnd({ old }: { old: ApiKey }) {
  const t = useTranslations('keys.rotate');
  const format = useFormat();
  const isOver = useKeyState(old) === 'expired';
  const end = old.expires_at ?? '';
  return <Text>{isOver ? t('oldEnded', old) : t('oldEnds', { ...old, time: format.time(end) })}</Text>;
}
