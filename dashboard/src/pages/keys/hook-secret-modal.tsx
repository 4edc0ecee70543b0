import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { ApiKey } from '../../api/api-keys';
import type { components } from '../../api/schema';
import { CodeBlock } from '../../components/code-block';
import { ErrorState } from '../../components/error-state';
import { SecretModal } from '../../components/secret-modal';
import { SecretOnce } from '../../components/secret-once';
import type { Dialog } from '../../components/use-dialog';
import { useKeyChanges } from './use-key-changes';

type NewHookSecret = components['schemas']['NewHookSecret'];

/** What Supabase Auth signs its hook with, in the name of a key. */
export function HookSecretModal({ dialog }: { dialog: Dialog<ApiKey> }) {
  const t = useTranslations('keys.hookSecret');
  return (
    <SecretModal<ApiKey, NewHookSecret>
      dialog={dialog}
      title={t('title')}
      ask={(key, onMade) => <Question apiKey={key} onMade={onMade} onCancel={dialog.close} />}
      show={({ secret, url }, onStored) => (
        <Stack>
          <CodeBlock label={t('url')} code={url} />
          <SecretOnce label={t('label')} secret={secret} onStored={onStored} />
        </Stack>
      )}
    />
  );
}

interface QuestionProps {
  apiKey: ApiKey;
  onMade: (made: NewHookSecret) => void;
  onCancel: () => void;
}

function Question({ apiKey, onMade, onCancel }: QuestionProps) {
  const t = useTranslations('keys.hookSecret');
  const common = useTranslations('common.actions');
  const { newHookSecret } = useKeyChanges();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => newHookSecret(apiKey),
    onSuccess: onMade,
  });
  return (
    <Stack>
      <Text>{t('text', apiKey)}</Text>
      <Text c="dimmed" size="sm">
        {t('others')}
      </Text>
      {error && <ErrorState error={error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {common('cancel')}
        </Button>
        <Button loading={isPending} onClick={() => mutate()}>
          {t('submit')}
        </Button>
      </Group>
    </Stack>
  );
}
