import { Group, Text } from '@mantine/core';
import { type ChartColumn, ColumnChart } from '../../components/chart/column-chart';
import { type Column as TableColumn, DataTable } from '../../components/data-table';
import { Hint } from '../../components/hint';
import { useFormat, useTranslations } from '../../i18n';
import classes from './analytics.module.css';
import type { Figures } from './api';
import { ChartCard } from './chart-card';

type Step = Figures['delivery_time']['steps'][number];

/** Distribution of the delivery time. */
export function DeliveryTimeCard({ figures: { delivery_time: time } }: { figures: Figures }) {
  const t = useTranslations('analytics.time');
  const { duration, number } = useFormat();
  const longest = time.steps.findLastIndex(({ count }) => count > 0);
  // Up to the slowest delivery, but at least ten groups.
  const steps = time.steps.slice(0, Math.max(10, longest + 1));
  const written = ({ up_to: upTo }: Step) =>
    upTo === null ? t('longer') : t('upTo', { time: duration(upTo) });
  const columns: ChartColumn[] = steps.map((step) => ({
    key: String(step.up_to),
    title: written(step),
    label: t('step', { time: written(step), count: step.count }),
    parts: [{ kind: 'delivered', name: t('delivered'), count: step.count }],
  }));
  const ends = [steps[0], steps[Math.floor(steps.length / 2)], steps.at(-1)];
  const chart = (
    <>
      <ColumnChart
        label={t('label')}
        columns={columns}
        ticks={ends.flatMap((step) => (step ? written(step) : []))}
        empty={t('empty')}
      />
      <Hint>{t('hint')}</Hint>
    </>
  );
  const table: TableColumn<Step>[] = [
    { key: 'time', label: t('title'), render: written },
    { key: 'count', label: t('delivered'), render: ({ count }) => number(count), isNumber: true },
  ];
  const figure = (name: string, seconds: number | null) => (
    <div>
      <Text size="sm" c="dimmed" component="dt">
        {name}
      </Text>
      <dd className={classes.value}>{seconds === null ? '–' : duration(seconds)}</dd>
    </div>
  );
  return (
    <ChartCard
      title={t('title')}
      chart={
        <>
          <Group component="dl" gap="xl" mt={0} mb="md">
            {figure(t('p50'), time.p50)}
            {figure(t('p95'), time.p95)}
          </Group>
          {chart}
        </>
      }
      table={
        <DataTable label={t('title')} columns={table} rows={steps} rowKey={(step) => String(step.up_to)} />
      }
    />
  );
}
