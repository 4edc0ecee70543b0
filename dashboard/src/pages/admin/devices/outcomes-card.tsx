import { Text } from '@mantine/core';
import { Section } from '../../../components/section';
import { useTranslations } from '../../../i18n';
import { Figures } from '../figures';
import type { Device } from './api';

const OUTCOMES = ['delivered', 'failed', 'unacknowledged', 'waiting'] as const;

/** Outcomes of the last messages, from which the score is computed. */
export function OutcomesCard({ device: { outcomes } }: { device: Device }) {
  const t = useTranslations('admin.device.outcomes');
  const hasAny = OUTCOMES.some((outcome) => outcomes[outcome] > 0);
  return (
    <Section title={t('title')}>
      {hasAny ? (
        <Figures
          figures={OUTCOMES.map((outcome) => ({ label: t(outcome), value: outcomes[outcome] }))}
          cols={4}
        />
      ) : (
        <Text c="dimmed">{t('none')}</Text>
      )}
    </Section>
  );
}
