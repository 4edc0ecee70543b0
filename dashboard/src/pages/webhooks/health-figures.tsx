import { Group, Stack } from '@mantine/core';
import type { Webhook } from '../../api/webhooks';
import { Hint } from '../../components/hint';
import { SparkBars } from '../../components/spark-bars';
import { useFormat, useTranslations } from '../../i18n';
import classes from './health-figures.module.css';

/** Success rate of the last 24 hours, hourly bars, and the next attempt. */
export function HealthFigures({ webhook: { health } }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.figures');
  const { percent, time } = useFormat();
  const { success_share: share, next_attempt_at: next, attempts } = health;
  const delivered = attempts.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = attempts.reduce((sum, hour) => sum + hour.failed, 0);
  return (
    <Stack gap={4}>
      <Group gap="md">
        <Hint>{share === null ? t('noShare') : t('share', { share: percent(share) })}</Hint>
        {next !== null && <Hint>{t('next', { time: time(next) })}</Hint>}
      </Group>
      {delivered + failed > 0 && (
        <div className={classes.hours}>
          <SparkBars
            label={t('hours', { delivered, failed })}
            bars={attempts.map((hour) => ({ at: hour.at, good: hour.delivered, bad: hour.failed }))}
          />
        </div>
      )}
    </Stack>
  );
}
