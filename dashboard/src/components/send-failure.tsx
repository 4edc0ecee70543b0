import { Stack, Text } from '@mantine/core';
import { ApiError } from '../api/api-error';
import { useErrorText, useFormat, useTranslations } from '../i18n';
import { DocsLink } from './docs-link';
import { ErrorState } from './error-state';
import { GatewayNote } from './gateway-note';
import { TextLink } from './links';

interface Props<Failure> {
  error: Failure;
  /** Test messages have their own history. */
  isTest: boolean;
}

/** Explains a failed send, with links to more details. */
export function SendFailure({ error, isTest }: Props<Error>) {
  return (
    <Stack gap="xs">
      <ErrorState error={error} />
      {error instanceof ApiError && <NextSteps error={error} isTest={isTest} />}
    </Stack>
  );
}

function NextSteps({ error, isTest }: Props<ApiError>) {
  const t = useTranslations('send.failure');
  const { duration } = useFormat();
  const text = useErrorText()(error);
  const why = useTranslations('shared.reason');
  const { error_message: words, reason, message_id: earlier } = error.failure;
  return (
    <>
      {error.code !== 'unreachable' && (
        <DocsLink to={`/docs/errors#${error.code}`} size="sm">
          {t('meaning', { code: error.code })}
        </DocsLink>
      )}
      {reason !== undefined && <Text size="sm">{why(reason)}</Text>}
      {words !== undefined && !text.includes(words) && <GatewayNote words={words} />}
      {error.code === 'gateway_unknown' && <Text size="sm">{t('unknown')}</Text>}
      {error.retryAfterSeconds !== null && (
        <Text size="sm">{t('retryAfter', { duration: duration(error.retryAfterSeconds) })}</Text>
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
        <TextLink size="sm" to="/history" search={{ mode: isTest ? 'test' : undefined }}>
          {t('history')}
        </TextLink>
      )}
    </>
  );
}
