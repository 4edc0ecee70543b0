import { Group, SimpleGrid, Stack } from '@mantine/core';
import { Facts } from '../../../components/facts';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { STATE_TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import type { System } from './api';

export function InfrastructureCards({ system }: { system: System }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <ServiceCard system={system} />
      <DatabaseCard database={system.database} />
      <BooksCard books={system.books} />
      <RedisCard redis={system.redis} />
    </SimpleGrid>
  );
}

const MEGABYTE = 1024 * 1024;

function ServiceCard({ system }: { system: System }) {
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

const ENGINES = { sqlite: 'SQLite', mysql: 'MySQL / MariaDB' } as const;

function DatabaseCard({ database }: Pick<System, 'database'>) {
  const t = useTranslations('admin.system.database');
  const { duration } = useFormat();
  const { applied, pending } = database.migrations;
  const migrations = (
    <Group gap="xs">
      {t('applied', { applied })}
      {pending > 0 && <Tag tone="broken">{t('pending', { pending })}</Tag>}
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

/** Result of the ledger audit. */
function BooksCard({ books }: Pick<System, 'books'>) {
  const t = useTranslations('admin.system.books');
  const { clock } = useFormat();
  const { last_checked_at: at, next_check_at: next } = books;
  return (
    <Section title={t('title')}>
      <Facts
        facts={[
          { label: t('result'), value: <Result violations={books.violations} /> },
          ...(next === null ? [] : [{ label: t('next'), value: clock(next) }]),
          { label: t('checked'), value: at === null ? t('never') : <TimeAgo value={at} /> },
        ]}
      />
    </Section>
  );
}

function Result({ violations }: { violations: number | null }) {
  const t = useTranslations('admin.system.books');
  if (violations === null) return <Tag tone="waiting">{t('unknown')}</Tag>;
  return (
    <Tag tone={violations === 0 ? 'good' : 'broken'}>
      {violations === 0 ? t('balanced') : t('violations', { count: violations })}
    </Tag>
  );
}

function RedisCard({ redis: { state } }: Pick<System, 'redis'>) {
  const t = useTranslations('admin.system.redis');
  return (
    <Section title={t('title')}>
      <Stack gap="xs" align="flex-start">
        <Tag tone={STATE_TONES.redis[state]}>{t(state)}</Tag>
        <Hint>{t(`text.${state}`)}</Hint>
      </Stack>
    </Section>
  );
}
