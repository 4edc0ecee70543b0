import { Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../components/code-block';
import { Hint } from '../../components/hint';
import { Tag } from '../../components/tag';
import { useFormat, useTranslations } from '../../i18n';
import type { Attempt } from './api';

/** Attempts of a delivery with their responses, newest first. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useTranslations('webhooks.delivery');
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t('attempts', { count: attempts.length })}
      </Text>
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {attempts.map((attempt, index) => (
          <li key={attempts.length - index}>
            <AttemptRow attempt={attempt} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const t = useTranslations('webhooks.delivery');
  const format = useFormat();
  const { status_code: status, latency_ms: latency, cause, answer, at } = attempt;
  const isSuccess = status !== null && status >= 200 && status < 300;
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Tag tone={isSuccess ? 'good' : 'broken'}>
          {status === null ? t('noAnswer') : t('answered', { status: String(status) })}
        </Tag>
        <Hint>{format.time(at)}</Hint>
        <Hint>{t('latency', { ms: latency })}</Hint>
      </Group>
      {cause !== null && <Text size="sm">{t(`cause.${cause}`)}</Text>}
      {answer !== null && answer !== '' && <CodeBlock label={t('answer')} code={answer} />}
    </Stack>
  );
}
