import { type Column, DataTable } from '../../../components/data-table';
import { useFormat, useTranslations } from '../../../i18n';
import type { StatsDay } from '../api';
import classes from './chart.module.css';
import { SERIES, totalOf } from './series';

/** The data of the chart, newest first. */
export function DaysTable({ days }: { days: readonly StatsDay[] }) {
  const t = useTranslations('home.chart');
  const { day: written, number } = useFormat();
  const columns: Column<StatsDay>[] = [
    { key: 'day', label: t('columns.day'), render: ({ day }) => written(day) },
    ...SERIES.map((series) => ({
      key: series,
      label: t(`columns.${series}`),
      render: (day: StatsDay) => number(day[series]),
      isNumber: true,
    })),
    { key: 'total', label: t('columns.total'), render: (day) => number(totalOf(day)), isNumber: true },
  ];
  return (
    <div className={classes.table} tabIndex={0} role="group" aria-label={t('title')}>
      <DataTable label={t('title')} columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />
    </div>
  );
}
