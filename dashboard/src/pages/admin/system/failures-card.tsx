import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type Column, DataTable } from '../../../components/data-table';
import { Section } from '../../../components/section';
import { useFormat } from '../../../i18n/use-format';
import type { Overview } from './api';

type Failure = Overview['failures'][number];

/** Why messages fail lately, the most frequent reason first. */
export function FailuresCard({ failures }: Pick<Overview, 'failures'>) {
  const t = useTranslations('admin.overview.failures');
  const reasonText = useTranslations('common.reason');
  const { number } = useFormat();
  const columns: Column<Failure>[] = [
    { key: 'reason', label: t('reason'), render: ({ reason }) => reasonText(reason) },
    { key: 'today', label: t('today'), isNumber: true, render: ({ today }) => number(today) },
    {
      key: 'day',
      label: t('day'),
      isNumber: true,
      render: ({ last_24_hours: count }) => number(count),
    },
  ];
  return (
    <Section title={t('title')}>
      {failures.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <DataTable label={t('title')} columns={columns} rows={failures} rowKey={({ reason }) => reason} />
      )}
    </Section>
  );
}
