import { Stack, Text } from '@mantine/core';
import type { NewWebhook } from '../../api/webhooks';
import { DocsLink } from '../../components/docs-link';
import { SecretOnce } from '../../components/secret-once';
import { useTranslations } from '../../i18n';

interface Props {
  created: NewWebhook;
  onStored: () => void;
}

/** Shows the signing secret of a webhook. */
export function WebhookSecret({ created, onStored }: Props) {
  const t = useTranslations('webhooks.secret');
  return (
    <Stack>
      <Text style={{ overflowWrap: 'anywhere' }}>{t('text', { url: created.url })}</Text>
      <DocsLink to="/docs/webhooks#verifying-signatures" size="sm">
        {t('documents')}
      </DocsLink>
      <SecretOnce label={t('label')} secret={created.secret} onStored={onStored} />
    </Stack>
  );
}
