import { Code, Group, Text } from '@mantine/core';
import type { Webhook } from '../../api/webhooks';
import { useTranslations } from '../../i18n';

export function EventList({ events }: { events: Webhook['events'] }) {
  const t = useTranslations('webhooks');
  if (events === null) return <Text size="sm">{t('form.all')}</Text>;
  return (
    <Group gap={6}>
      {events.map((event) => (
        <Code key={event}>{event}</Code>
      ))}
    </Group>
  );
}
