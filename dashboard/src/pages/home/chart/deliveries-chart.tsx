import { Button, Group, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Column, Columns, Swatch } from '../../../components/chart/columns';
import { scaleTop } from '../../../components/chart/scale.rules';
import { Surface } from '../../../components/surface';
import { useFormat } from '../../../i18n/use-format';
import type { StatsDay } from '../api';
import classes from './chart.module.css';
import { DaysTable } from './days-table';
import { SERIES, totalOf } from './series';

/** What became of each day's messages, as bars or as a table. */
export function DeliveriesChart({ days }: { days: readonly StatsDay[] }) {
  const t = useTranslations('home.chart');
  const { number } = useFormat();
  // The longest figure of the axis has room, whatever it is.
  const axis = { '--axis': `${number(scaleTop(days.map(totalOf))).length}ch` } as CSSProperties;
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
          <Totals days={days} />
          <div className={classes.drawing} style={axis}>
            <Bars days={days} />
            <DayScale days={days} />
          </div>
        </>
      )}
    </Surface>
  );
}

function Bars({ days }: { days: readonly StatsDay[] }) {
  const t = useTranslations('home.chart');
  const format = useFormat();
  const columns = days.map((day): Column => ({
    key: day.day,
    title: format.day(day.day),
    label: t('day', { ...day, day: format.day(day.day) }),
    parts: SERIES.map((kind) => ({ kind, name: t(`columns.${kind}`), count: day[kind] })),
  }));
  return <Columns label={t('label')} columns={columns} empty={t('empty')} />;
}

/** Every week, counted from today. */
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

/** What the bars add up to, and each part's share. */
function Totals({ days }: { days: readonly StatsDay[] }) {
  const t = useTranslations('home.chart.columns');
  const { number, percent } = useFormat();
  const sumOf = (count: (day: StatsDay) => number) => days.reduce((sum, day) => sum + count(day), 0);
  const all = sumOf(totalOf);
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('total')}</dt>
        <dd>{number(all)}</dd>
      </div>
      {SERIES.map((series) => {
        const sum = sumOf((day) => day[series]);
        return (
          <div key={series}>
            <dt>
              <Swatch kind={series} />
              {t(series)}
            </dt>
            <dd>
              {number(sum)}
              {all > 0 && <span className={classes.share}> {percent(sum / all)}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
