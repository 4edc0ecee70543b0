import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../api/api-error';
import { ErrorState } from '../../components/error-state';
import { TextLink } from '../../components/links';

/** Why nothing was sent, or why nobody knows, with where to look next. */
export function SendFailure({ error }: { error: Error }) {
  return (
    <Stack gap="xs">
      <ErrorState error={error} />
      {error instanceof ApiError && <WhatNext error={error} />}
    </Stack>
  );
}

function WhatNext({ error }: { error: ApiError }) {
  const t = useTranslations('send.failure');
  const { error_message: words, message_id: earlier } = error.failure;
  return (
    <>
      {words !== undefined && <Text size="sm">{t('gateway', { words })}</Text>}
      {error.code === 'gateway_unknown' && <Text size="sm">{t('unknown')}</Text>}
      {error.retryAfterSeconds !== null && (
        <Text size="sm">{t('retryAfter', { seconds: error.retryAfterSeconds })}</Text>
      )}
      {typeof earlier === 'string' && (
        <TextLink size="sm" to="/history/$messageId" params={{ messageId: earlier }}>
          {t('earlier')}
        </TextLink>
      )}
      {error.code === 'insufficient_credit' && (
        <TextLink size="sm" to="/credit">
          {t('credit')}
        </TextLink>
      )}
      {error.code.startsWith('gateway_') && (
        <TextLink size="sm" to="/history">
          {t('history')}
        </TextLink>
      )}
    </>
  );
}
