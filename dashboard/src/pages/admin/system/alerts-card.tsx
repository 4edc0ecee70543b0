import { Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type Column, DataTable } from '../../../components/data-table';
import { Loaded } from '../../../components/loaded';
import { Section } from '../../../components/section';
import { RowsSkeleton } from '../../../components/skeletons';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { DeviceLink } from '../links';
import type { OperatorAlert, OperatorAlerts } from './api';

const DEVICE = /^device:(\d+)$/;

/** What the operator is being told of now, newest first. */
export function AlertsCard({ query }: { query: UseQueryResult<OperatorAlerts> }) {
  const t = useTranslations('admin.system.alerts');
  return (
    <Section title={t('title')}>
      <Loaded query={query} skeleton={<RowsSkeleton rows={1} />}>
        {({ items, total }) => (
          <Stack gap="sm">
            {items.length === 0 ? <Text c="dimmed">{t('none')}</Text> : <AlertTable alerts={items} />}
            {total > items.length && <Text c="dimmed">{t('more', { count: total - items.length })}</Text>}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function AlertTable({ alerts }: { alerts: readonly OperatorAlert[] }) {
  const t = useTranslations('admin.system.alerts');
  const columns: Column<OperatorAlert>[] = [
    {
      key: 'kind',
      label: t('kind'),
      render: ({ kind }) => <Tag color="red">{t(`kinds.${kind}`)}</Tag>,
    },
    { key: 'about', label: t('about'), render: (alert) => <About alert={alert} /> },
    { key: 'since', label: t('since'), render: ({ since }) => <TimeAgo value={since} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={alerts} rowKey={({ id }) => id} />;
}

function About({ alert: { subject, detail } }: { alert: OperatorAlert }) {
  const t = useTranslations('admin.system.alerts');
  const id = DEVICE.exec(subject)?.[1];
  if (id === undefined) return t('service');
  const { device } = detail;
  return <DeviceLink id={id}>{typeof device === 'string' ? device : subject}</DeviceLink>;
}
