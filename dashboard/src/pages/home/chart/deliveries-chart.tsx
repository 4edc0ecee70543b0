import { Button, Group, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { type ChartColumn, ColumnChart } from '../../../components/chart/column-chart';
import { scaleTop } from '../../../components/chart/scale.rules';
import { Totals } from '../../../components/chart/totals';
import { type Column, DataTable } from '../../../components/data-table';
import { Surface } from '../../../components/surface';
import { useFormat, useTranslations } from '../../../i18n';
import type { StatsDay } from '../api';
import classes from './chart.module.css';

/** From bottom to top. */
const SERIES = ['delivered', 'sent', 'failed'] as const;

const totalOf = (day: StatsDay) => SERIES.reduce((sum, series) => sum + day[series], 0);

/** Outcomes by day, as a chart or a table. */
export function DeliveriesChart({ days }: { days: readonly StatsDay[] }) {
  const t = useTranslations('home.chart');
  const format = useFormat();
  const columns = days.map((day): ChartColumn => ({
    key: day.day,
    title: format.day(day.day),
    label: t('day', { ...day, day: format.day(day.day) }),
    parts: SERIES.map((kind) => ({ kind, name: t(`columns.${kind}`), count: day[kind] })),
  }));
  // Reserves the width of the longest axis label.
  const axis = { '--axis': `${format.number(scaleTop(days.map(totalOf))).length}ch` } as CSSProperties;
  const [isTable, setTable] = useState(false);
  const Glyph = isTable ? IconChartBar : IconTable;
  return (
    <Surface>
      <Group justify="space-between" mb="md" gap="xs">
        <Title order={2}>{t('title')}</Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<Glyph size={16} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'showChart' : 'showTable')}
        </Button>
      </Group>
      {isTable ? (
        <DaysTable days={days} />
      ) : (
        <>
          <Totals columns={columns} all={t('columns.total')} />
          <div className={classes.drawing} style={axis}>
            <ColumnChart label={t('label')} columns={columns} empty={t('empty')} />
            <DayScale days={days} />
          </div>
        </>
      )}
    </Surface>
  );
}

/** Labels every seventh day, counted from today. */
const WEEK = 7;

function DayScale({ days }: { days: readonly StatsDay[] }) {
  const { dayOfMonth } = useFormat();
  const last = days.length - 1;
  return (
    <div className={classes.days} aria-hidden>
      {days.map(
        ({ day }, index) =>
          (last - index) % WEEK === 0 && (
            <span key={day} style={{ left: `${(100 * (index + 0.5)) / days.length}%` }}>
              {dayOfMonth(day)}
            </span>
          ),
      )}
    </div>
  );
}

/** The data of the chart, newest first. */
function DaysTable({ days }: { days: readonly StatsDay[] }) {
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
