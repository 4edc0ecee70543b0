import { Button, Group, Stack } from '@mantine/core';
import type { ApiKey } from '../../api/api-keys';
import { CodeBlock } from '../../components/code-block';
import { SecretModal } from '../../components/secret-modal';
import { SecretOnce } from '../../components/secret-once';
import type { Dialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';
import type { StoredHook } from './api';
import { HookSecretForm } from './hook-secret-form';

/** Sets the secret of an auth server's hook: created by Sandi, or the server's own signing key. */
export function HookSecretModal({ dialog }: { dialog: Dialog<ApiKey> }) {
  const t = useTranslations('keys.hookSecret');
  return (
    <SecretModal<ApiKey, StoredHook>
      dialog={dialog}
      title={t('title')}
      ask={(key, make) => <HookSecretForm apiKey={key} make={make} onCancel={dialog.close} />}
      show={(stored, onStored) => (
        <Stack>
          <CodeBlock label={t('url')} code={stored.url} />
          {stored.secret === undefined ? (
            <Done onDone={onStored} />
          ) : (
            <SecretOnce label={t('label')} secret={stored.secret} onStored={onStored} />
          )}
        </Stack>
      )}
    />
  );
}

function Done({ onDone }: { onDone: () => void }) {
  const t = useTranslations('common.actions');
  return (
    <Group justify="flex-end">
      <Button onClick={onDone}>{t('close')}</Button>
    </Group>
  );
}
