import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../i18n/use-format';
import type { StatsDay } from '../api';
import classes from './chart.module.css';
import { DayTip } from './day-tip';
import { scaleTop, SERIES, totalOf } from './series';

/** The drawing has its own units and is stretched to the room there is. */
const STEP = 10;
const GAP = 2.5;
const HEIGHT = 100;

const MOVES: Record<string, (day: number, last: number) => number> = {
  ArrowLeft: (day) => day - 1,
  ArrowRight: (day) => day + 1,
  Home: () => 0,
  End: (_day, last) => last,
};

/** Stacked bars, one a day. One tab stop: the arrow keys go from day to day, and each tells its figures. */
export function Bars({ days }: { days: readonly StatsDay[] }) {
  const t = useTranslations('home.chart');
  const last = days.length - 1;
  const [current, setCurrent] = useState(last);
  const [active, setActive] = useState<number | null>(null);
  const top = scaleTop(days);
  const move = (event: KeyboardEvent<SVGElement>) => {
    const to = MOVES[event.key];
    if (!to) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, to(current, last)));
    setCurrent(next);
    event.currentTarget.querySelectorAll<SVGGElement>('[role="img"]').item(next).focus();
  };
  const activeDay = active === null ? undefined : days[active];
  return (
    <div className={classes.plot}>
      <Scale top={top} />
      <svg
        className={classes.bars}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="group"
        aria-label={t('label')}
        onKeyDown={move}
        onMouseLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
      >
        <Grid width={days.length * STEP} />
        {days.map((day, index) => (
          <Bar
            key={day.day}
            day={day}
            x={index * STEP}
            top={top}
            isStop={index === current}
            isActive={index === active}
            onActive={() => setActive(index)}
            onFocus={() => setCurrent(index)}
          />
        ))}
      </svg>
      {activeDay && active !== null && <DayTip day={activeDay} at={(active + 0.5) / days.length} />}
      {days.every((day) => totalOf(day) === 0) && (
        <p className={classes.empty}>
          <span>{t('empty')}</span>
        </p>
      )}
    </div>
  );
}

/** Where the scale is marked, as parts of its top. */
const MARKS = [0, 0.5, 1];

function Scale({ top }: { top: number }) {
  const { number } = useFormat();
  return MARKS.map((part) => (
    <span key={part} className={classes.scale} style={{ top: `${100 * (1 - part)}%` }} aria-hidden>
      {number(top * part)}
    </span>
  ));
}

function Grid({ width }: { width: number }) {
  return MARKS.map((part) => (
    <line key={part} className={classes.grid} x2={width} y1={HEIGHT * part} y2={HEIGHT * part} />
  ));
}

interface BarProps {
  day: StatsDay;
  x: number;
  top: number;
  isStop: boolean;
  isActive: boolean;
  onActive: () => void;
  onFocus: () => void;
}

function Bar({ day, x, top, isStop, isActive, onActive, onFocus }: BarProps) {
  const t = useTranslations('home.chart');
  const format = useFormat();
  const heightOf = (count: number) => (count / top) * HEIGHT;
  const parts = SERIES.map((series, index) => {
    const upTo = SERIES.slice(0, index + 1).reduce((sum, below) => sum + day[below], 0);
    return { series, height: heightOf(day[series]), y: HEIGHT - heightOf(upTo) };
  });
  return (
    <g
      className={classes.day}
      role="img"
      aria-label={t('day', { ...day, day: format.day(day.day) })}
      tabIndex={isStop ? 0 : -1}
      data-active={isActive || undefined}
      onMouseEnter={onActive}
      onFocus={() => {
        onFocus();
        onActive();
      }}
    >
      <rect className={classes.band} x={x} y={0} width={STEP} height={HEIGHT} />
      {parts.map(({ series, height, y }) => (
        <rect
          key={series}
          className={classes[series]}
          x={x + GAP / 2}
          y={y}
          width={STEP - GAP}
          height={height}
        />
      ))}
    </g>
  );
}
