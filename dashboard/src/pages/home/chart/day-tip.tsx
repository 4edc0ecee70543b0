import { Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../i18n/use-format';
import type { StatsDay } from '../api';
import classes from './chart.module.css';
import { SERIES } from './series';

/** The figures of the day that is pointed at; `at` is where it stands, from 0 at the left to 1. The bar itself tells them
 * to those who hear it. */
export function DayTip({ day, at }: { day: StatsDay; at: number }) {
  const t = useTranslations('home.chart.columns');
  const format = useFormat();
  const side =
    at < 0.5 ? { left: `calc(${at * 100}% + 14px)` } : { right: `calc(${(1 - at) * 100}% + 14px)` };
  return (
    <div className={classes.tip} style={side} aria-hidden>
      <Text size="sm" fw={600} mb={2}>
        {format.day(day.day)}
      </Text>
      {SERIES.map((series) => (
        <Group key={series} gap="xs" justify="space-between" wrap="nowrap">
          <Group gap={6} wrap="nowrap">
            <span className={`${classes.swatch} ${classes[series]}`} />
            {t(series)}
          </Group>
          <Text span size="sm" fw={600}>
            {format.number(day[series])}
          </Text>
        </Group>
      ))}
    </div>
  );
}
