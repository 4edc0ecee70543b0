import { useTranslations } from 'use-intl';
import { healthOf, type Webhook, type WebhookCondition } from '../../api/webhooks';
import { Tag } from '../../components/tag';
import { TONES } from '../../components/tones';

const COLORS = {
  healthy: TONES.good,
  retrying: TONES.waiting,
  failing: TONES.needsYou,
  inactive: TONES.off,
  disabled: TONES.broken,
} as const satisfies Record<WebhookCondition, string>;

export function HealthBadge({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.health');
  const health = healthOf(webhook);
  return <Tag color={COLORS[health]}>{t(health)}</Tag>;
}
