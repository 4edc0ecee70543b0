import { VisuallyHidden } from '@mantine/core';
import { useTimeZone } from '../../api/settings';
import { deliveredShare, outcomeTotal } from '../../components/delivered-share.rules';
import { Hint } from '../../components/hint';
import { Section } from '../../components/section';
import { useFormat, useTranslations } from '../../i18n';
import classes from './analytics.module.css';
import type { Figures, HourOfWeek } from './api';
import type { LinkTo } from './links';
import { weekdaysBetween } from './weekdays.rules';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Labelled hours; there is no space for all. */
const NAMED = new Set([0, 6, 12, 18]);

interface Props {
  figures: Figures;
  linkTo: LinkTo;
}

/** Heat map of messages by weekday and hour. */
export function HeatMap({ figures, linkTo }: Props) {
  const { hours, from, to } = figures;
  const t = useTranslations('analytics.heat');
  const format = useFormat();
  const zone = useTimeZone();
  const byPlace = new Map(hours.map((hour) => [`${hour.weekday} ${hour.hour}`, hour]));
  const days = weekdaysBetween(from, to);
  const meanOf = (cell: HourOfWeek) => outcomeTotal(cell) / Math.max(1, days.get(cell.weekday)?.length ?? 0);
  const most = Math.max(0, ...hours.map(meanOf));
  return (
    <Section title={t('title')}>
      <table className={classes.heat} aria-label={t('title')}>
        <HoursOfDay />
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">
                <DayName
                  weekday={weekday}
                  dates={days.get(weekday) ?? []}
                  figures={figures}
                  linkTo={linkTo}
                />
              </th>
              {HOURS.map((hour) => {
                const cell = byPlace.get(`${weekday} ${hour}`);
                const count = cell ? meanOf(cell) : 0;
                const rate = cell ? deliveredShare(cell) : null;
                const title = t('cell', {
                  weekday: format.weekday(weekday),
                  hour: String(hour).padStart(2, '0'),
                  count: format.decimal(count),
                  rate: rate === null ? '–' : format.percent(rate),
                });
                return (
                  <td key={hour} title={title}>
                    <span
                      className={classes.heatCell}
                      style={{ ['--heat' as string]: count === 0 ? 0 : 0.15 + 0.85 * (count / most) }}
                      data-empty={count === 0 || undefined}
                    >
                      <VisuallyHidden>{format.decimal(count)}</VisuallyHidden>
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Hint>{t('hint', { zone, most: format.decimal(most) })}</Hint>
    </Section>
  );
}

function HoursOfDay() {
  const t = useTranslations('analytics.heat');
  return (
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>{t('weekday')}</VisuallyHidden>
        </th>
        {HOURS.map((hour) => (
          <th key={hour} scope="col">
            {NAMED.has(hour) ? <span>{hour}</span> : <VisuallyHidden>{hour}</VisuallyHidden>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayProps extends Props {
  weekday: number;
  /** The dates of this weekday in the range. */
  dates: readonly string[];
}

/** Links to the messages of the day, if the range has only one such day. */
function DayName({ weekday, dates: [day, ...others], figures: { hours }, linkTo }: DayProps) {
  const format = useFormat();
  const hasMessages = hours.some((cell) => cell.weekday === weekday && outcomeTotal(cell) > 0);
  if (day === undefined || others.length > 0 || !hasMessages) return format.weekday(weekday);
  return linkTo({ day }, <span title={format.day(day)}>{format.weekday(weekday)}</span>);
}
