import { Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { CodeBlock } from '../../components/code-block';
import { ErrorState } from '../../components/error-state';
import { WriteButton } from '../../components/write-guard';
import { useFormat, useTranslations } from '../../i18n';
import { type Delivery, useWebhookChanges } from './api';
import { AttemptList } from './attempt-list';

interface Props {
  delivery: Delivery;
  canReplay: boolean;
}

/** Request body and responses of a delivery. */
export function DeliveryDetails({ delivery, canReplay }: Props) {
  const t = useTranslations('webhooks.delivery');
  const format = useFormat();
  const { replay } = useWebhookChanges();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => replay(delivery) });
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('event', { id: delivery.event_id })}
          </Text>
          <Text size="sm">{t('created', { time: format.time(delivery.created_at) })}</Text>
          {delivery.next_attempt_at !== null && (
            <Text size="sm">{t('next', { time: format.time(delivery.next_attempt_at) })}</Text>
          )}
        </Stack>
        <WriteButton
          needs="replayDelivery"
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={!canReplay}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('replay')}
        </WriteButton>
      </Group>
      {error && <ErrorState error={error} />}
      <CodeBlock label={t('request')} code={pretty(delivery.body)} />
      <AttemptList attempts={delivery.attempts} />
    </Stack>
  );
}

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);
