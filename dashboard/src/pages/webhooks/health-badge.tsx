import { healthOf, type Webhook } from '../../api/webhooks';
import { Tag } from '../../components/tag';
import { STATE_TONES } from '../../components/tones';
import { useTranslations } from '../../i18n';

export function HealthBadge({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.health');
  const health = healthOf(webhook);
  return <Tag tone={STATE_TONES.webhook[health]}>{t(health)}</Tag>;
}
