import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ApiKey } from '../../api/api-keys';
import type { components } from '../../api/schema';
import { CodeBlock } from '../../components/code-block';
import { ErrorState } from '../../components/error-state';
import { FormButtons } from '../../components/form-buttons';
import { SecretModal } from '../../components/secret-modal';
import { SecretOnce } from '../../components/secret-once';
import { useApiForm } from '../../components/use-api-form';
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
      ask={(key, make) => <Question apiKey={key} make={make} onCancel={dialog.close} />}
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
  make: (call: Promise<NewHookSecret>) => Promise<NewHookSecret>;
  onCancel: () => void;
}

function Question({ apiKey, make, onCancel }: QuestionProps) {
  const t = useTranslations('keys.hookSecret');
  const { newHookSecret } = useKeyChanges();
  const { onSubmit, isPending, formError } = useApiForm({
    initialValues: {},
    submit: () => make(newHookSecret(apiKey)),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Text>{t('text', apiKey)}</Text>
        <Text c="dimmed" size="sm">
          {t('others')}
        </Text>
        {formError && <ErrorState error={formError} />}
        <FormButtons submit={t('submit')} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
