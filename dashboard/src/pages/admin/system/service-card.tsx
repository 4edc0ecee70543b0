import { useTranslations } from 'use-intl';
import { Facts } from '../../../components/facts';
import { Section } from '../../../components/section';
import { useFormat } from '../../../i18n/use-format';
import type { System } from './api';

const MEGABYTE = 1024 * 1024;

export function ServiceCard({ system }: { system: System }) {
  const t = useTranslations('admin.system');
  const { time, duration } = useFormat();
  const megabytes = (bytes: number) => t('megabytes', { value: Math.round(bytes / MEGABYTE) });
  return (
    <Section title={t('service.title')}>
      <Facts
        facts={[
          { label: t('service.version'), value: system.version },
          { label: t('service.uptime'), value: duration(system.uptime_seconds) },
          { label: t('service.started'), value: time(system.started_at) },
          { label: t('service.instance'), value: system.instance },
          { label: t('service.node'), value: system.node },
          { label: t('service.memory'), value: megabytes(system.memory.rss_bytes) },
          { label: t('service.heap'), value: megabytes(system.memory.heap_used_bytes) },
        ]}
      />
    </Section>
  );
}
