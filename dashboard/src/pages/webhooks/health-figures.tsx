import { Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Webhook } from '../../api/webhooks';
import { Hint } from '../../components/hint';
import { useFormat } from '../../i18n/use-format';

/** How much of the last day arrived, and when it is called next. */
export function HealthFigures({ webhook: { health } }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.figures');
  const { percent, time } = useFormat();
  const { success_share: share, next_attempt_at: next } = health;
  return (
    <Group gap="md">
      <Hint>{share === null ? t('noShare') : t('share', { share: percent(share) })}</Hint>
      {next !== null && <Hint>{t('next', { time: time(next) })}</Hint>}
    </Group>
  );
}
