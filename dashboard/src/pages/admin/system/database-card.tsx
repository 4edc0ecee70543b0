import { Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Facts } from '../../../components/facts';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { TONES } from '../../../components/tones';
import { useFormat } from '../../../i18n/use-format';
import type { System } from './api';

const ENGINES = { sqlite: 'SQLite', mysql: 'MySQL / MariaDB' } as const;

export function DatabaseCard({ database }: Pick<System, 'database'>) {
  const t = useTranslations('admin.system.database');
  const { duration } = useFormat();
  const { applied, pending } = database.migrations;
  const migrations = (
    <Group gap="xs">
      {t('applied', { applied })}
      {pending > 0 && <Tag color={TONES.broken}>{t('pending', { pending })}</Tag>}
    </Group>
  );
  return (
    <Section title={t('title')}>
      <Facts
        facts={[
          { label: t('engine'), value: ENGINES[database.engine] },
          { label: t('version'), value: database.version },
          { label: t('latency'), value: duration(database.latency_ms / 1000) },
          { label: t('migrations'), value: migrations },
        ]}
      />
    </Section>
  );
}
