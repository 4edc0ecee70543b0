import { Badge } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { healthOf, type Webhook, type WebhookHealth } from '../../api/webhooks';

const COLORS = {
  healthy: 'teal',
  failing: 'orange',
  inactive: 'gray',
  disabled: 'red',
} as const satisfies Record<WebhookHealth, string>;

export function HealthBadge({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.health');
  const health = healthOf(webhook);
  return (
    <Badge variant="light" color={COLORS[health]} tt="none">
      {t(health)}
    </Badge>
  );
}
