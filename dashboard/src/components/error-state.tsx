import { Button, Stack, Text } from '@mantine/core';
import { ApiError } from '../api/api-error';
import { useErrorText, useTranslations } from '../i18n';
import { Callout } from './callout';
import { GatewayNote } from './gateway-note';
import { Hint } from './hint';

interface Props {
  error: unknown;
  /** Omit it if a retry is not possible. */
  retry?: () => void;
}

/** Shows an error with its request ID for support. */
export function ErrorState({ error, retry }: Props) {
  const t = useTranslations('common');
  const errorText = useErrorText();
  const requestId = error instanceof ApiError ? error.requestId : null;
  const text = errorText(error);
  const words = error instanceof ApiError ? (error.failure.error_message ?? null) : null;
  return (
    <Callout tone="broken" role="alert" title={t('failure.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        <GatewayNote words={words !== null && text.includes(words) ? null : words} />
        {requestId !== null && <Hint size="xs">{t('failure.request', { id: requestId })}</Hint>}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {t('actions.retry')}
          </Button>
        )}
      </Stack>
    </Callout>
  );
}
