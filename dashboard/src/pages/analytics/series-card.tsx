import { type ChartColumn, ColumnChart, type SeriesName } from '../../components/chart/column-chart';
import { Totals } from '../../components/chart/totals';
import { type Column as TableColumn, DataTable } from '../../components/data-table';
import { outcomeTotal } from '../../components/delivered-share.rules';
import { useFormat, useTranslations } from '../../i18n';
import type { Figures, Point } from './api';
import { ChartCard } from './chart-card';

/** From bottom to top. */
const KINDS: readonly SeriesName[] = ['delivered', 'sent', 'failed'];

interface Props {
  figures: Figures;
  onDay: ((day: string) => void) | undefined;
}

/** Outcomes by day, or by hour for the last 24 hours. */
export function SeriesCard({ figures: { series, window }, onDay }: Props) {
  const t = useTranslations('analytics.series');
  const format = useFormat();
  const isHourly = window === '24h';
  const written = (at: string) => (isHourly ? format.hour(at) : format.day(at));
  const title = t(isHourly ? 'hours' : 'days');
  const columns: ChartColumn[] = series.map((point) => ({
    key: point.at,
    title: written(point.at),
    label: t('point', { ...point, at: written(point.at) }),
    parts: KINDS.map((kind) => ({ kind, name: t(kind), count: point[kind] })),
  }));
  const ticks = [series[0], series[Math.floor(series.length / 2)], series.at(-1)];
  const chart = (
    <>
      <Totals columns={columns} all={t('all')} />
      <ColumnChart
        label={t('label', { title })}
        columns={columns}
        ticks={ticks.flatMap((point) => (point ? written(point.at) : []))}
        empty={t('empty')}
        onOpen={onDay && ((index) => onDay(series[index]?.at.slice(0, 10) ?? ''))}
      />
    </>
  );
  const table: TableColumn<Point>[] = [
    { key: 'at', label: t(isHourly ? 'hour' : 'day'), render: ({ at }) => written(at) },
    ...KINDS.map((kind) => ({
      key: kind,
      label: t(kind),
      render: (point: Point) => format.number(point[kind]),
      isNumber: true,
    })),
    { key: 'all', label: t('all'), render: (point) => format.number(outcomeTotal(point)), isNumber: true },
  ];
  return (
    <ChartCard
      title={title}
      chart={chart}
      table={<DataTable label={title} columns={table} rows={series.toReversed()} rowKey={({ at }) => at} />}
    />
  );
}
