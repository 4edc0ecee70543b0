import { Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { apiKeysQuery, stateOf, type ApiKey, type NewApiKey } from '../../api/api-keys';
import { ErrorState } from '../../components/error-state';
import { FormButtons } from '../../components/form-buttons';
import { SecretModal } from '../../components/secret-modal';
import { useApiForm } from '../../components/use-api-form';
import type { Dialog } from '../../components/use-dialog';
import { useFormat } from '../../i18n/use-format';
import { KeyOnce } from './key-once';
import { useKeyChanges } from './use-key-changes';

const OVERLAPS = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;

type Overlap = keyof typeof OVERLAPS;

const INITIAL: { overlap: Overlap } = { overlap: 'day' };

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
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: INITIAL,
    submit: ({ overlap }) => rotate(apiKey, OVERLAPS[overlap]),
    onDone: onRotated,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Text>{t('text')}</Text>
        <Radio.Group label={t('overlap')} {...field('overlap')}>
          <Stack gap="xs" mt={6}>
            {(Object.keys(OVERLAPS) as Overlap[]).map((overlap) => (
              <Radio key={overlap} value={overlap} label={t(`overlaps.${overlap}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {formError && <ErrorState error={formError} />}
        <FormButtons submit={t('submit')} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
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
