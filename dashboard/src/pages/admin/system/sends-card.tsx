import { Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Section } from '../../../components/section';
import { SparkBars } from '../../../components/spark-bars';
import { Figures } from '../figures';
import type { Overview } from './api';

/** How many sends there are just now, and how they went within the hour. */
export function SendsCard({ sends }: Pick<Overview, 'sends'>) {
  const t = useTranslations('admin.overview.sends');
  // The present minute is not over: the one before tells how many there are in one.
  const lastMinute = sends.at(-2)?.accepted ?? 0;
  const accepted = sends.reduce((sum, minute) => sum + minute.accepted, 0);
  const refused = sends.reduce((sum, minute) => sum + minute.refused, 0);
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        <Figures
          figures={[
            { label: t('minute'), value: lastMinute },
            { label: t('hour'), value: accepted },
            { label: t('refused'), value: refused },
          ]}
          cols={3}
        />
        <SparkBars
          label={t('label', { accepted, refused })}
          bars={sends.map(({ at, accepted: good, refused: bad }) => ({ at, good, bad }))}
        />
      </Stack>
    </Section>
  );
}
