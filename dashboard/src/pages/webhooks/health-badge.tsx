import { useTranslations } from 'use-intl';
import { healthOf, type Webhook, type WebhookHealth } from '../../api/webhooks';
import { Tag } from '../../components/tag';

const COLORS = {
  healthy: 'teal',
  failing: 'orange',
  inactive: 'gray',
  disabled: 'red',
} as const satisfies Record<WebhookHealth, string>;

export function HealthBadge({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.health');
  const health = healthOf(webhook);
  return <Tag color={COLORS[health]}>{t(health)}</Tag>;
}
