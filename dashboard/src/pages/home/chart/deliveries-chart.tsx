import { Button, Group, Text, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Surface } from '../../../components/surface';
import { useFormat } from '../../../i18n/use-format';
import type { StatsDay } from '../api';
import { Bars } from './bars';
import classes from './chart.module.css';
import { DaysTable } from './days-table';
import { SERIES } from './series';

/** What became of each day's messages, as bars or as a table. */
export function DeliveriesChart({ days }: { days: readonly StatsDay[] }) {
  const t = useTranslations('home.chart');
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
          <Bars days={days} />
          <DayScale days={days} />
          <Legend />
        </>
      )}
    </Surface>
  );
}

function DayScale({ days }: { days: readonly StatsDay[] }) {
  const { day: written } = useFormat();
  const shown = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return (
    <div className={classes.days} aria-hidden>
      {shown.map((day) => day && <span key={day.day}>{written(day.day)}</span>)}
    </div>
  );
}

function Legend() {
  const t = useTranslations('home.chart.columns');
  return (
    <Group gap="lg" mt="md">
      {SERIES.map((series) => (
        <Group key={series} gap={6}>
          <span className={`${classes.swatch} ${classes[series]}`} aria-hidden />
          <Text size="sm">{t(series)}</Text>
        </Group>
      ))}
    </Group>
  );
}
