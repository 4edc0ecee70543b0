import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../i18n';
import classes from './column-chart.module.css';
import { scaleTop } from './scale.rules';
import { useRovingFocus } from './use-roving-focus';

/** Units of the viewBox; the drawing is stretched to the available width. */
const STEP = 10;
const GAP = 2;
const HEIGHT = 100;

export type SeriesName = 'delivered' | 'sent' | 'failed';

export interface ChartColumn {
  key: string;
  /** Title of the tooltip. */
  title: string;
  /** Accessible name, with all figures. */
  label: string;
  /** From bottom to top. */
  parts: readonly { kind: SeriesName; name: string; count: number }[];
}

interface Props {
  label: string;
  columns: readonly ChartColumn[];
  /** Labels below the chart: left, middle and right. Omit them if the page draws its own. */
  ticks?: readonly string[];
  empty: string;
  /** Called on a click or Enter on a column. */
  onOpen?: ((index: number) => void) | undefined;
}

const totalOf = ({ parts }: ChartColumn) => parts.reduce((sum, { count }) => sum + count, 0);

/** Stacked columns with one tab stop. Arrow keys move between the columns. */
export function ColumnChart({ label, columns, ticks, empty, onOpen }: Props) {
  const { stop, setStop, onKey } = useRovingFocus(columns.length, onOpen);
  const [active, setActive] = useState<number | null>(null);
  const top = scaleTop(columns.map(totalOf));
  const shown = active === null ? undefined : columns[active];
  return (
    <div>
      <div className={classes.plot}>
        <Scale top={top} />
        <svg
          className={classes.columns}
          viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="group"
          aria-label={label}
          onKeyDown={onKey}
          onMouseLeave={() => setActive(null)}
          onBlur={() => setActive(null)}
        >
          <Grid width={columns.length * STEP} />
          {columns.map((column, index) => (
            <g
              key={column.key}
              className={classes.column}
              role={onOpen ? 'link' : 'img'}
              aria-label={column.label}
              tabIndex={index === stop ? 0 : -1}
              data-active={index === active || undefined}
              data-opens={onOpen ? true : undefined}
              onMouseEnter={() => setActive(index)}
              onFocus={() => {
                setStop(index);
                setActive(index);
              }}
              onClick={() => onOpen?.(index)}
            >
              <rect className={classes.band} x={index * STEP} y={0} width={STEP} height={HEIGHT} />
              <Stack column={column} x={index * STEP} top={top} />
            </g>
          ))}
        </svg>
        {shown && active !== null && <Tip column={shown} at={(active + 0.5) / columns.length} />}
        {columns.every((column) => totalOf(column) === 0) && (
          <p className={classes.empty}>
            <span>{empty}</span>
          </p>
        )}
      </div>
      {ticks && <Ticks ticks={ticks} />}
    </div>
  );
}

function Ticks({ ticks }: { ticks: readonly string[] }) {
  return (
    <div className={classes.ticks} aria-hidden>
      {ticks.map((tick, at) => (
        <span key={`${at} ${tick}`}>{tick}</span>
      ))}
    </div>
  );
}

function Grid({ width }: { width: number }) {
  return MARKS.map((part) => (
    <line key={part} className={classes.grid} x2={width} y1={HEIGHT * part} y2={HEIGHT * part} />
  ));
}

/** Scale marks, as fractions of the maximum. */
const MARKS = [0, 0.5, 1];

function Scale({ top }: { top: number }) {
  const { number } = useFormat();
  return MARKS.map((part) => (
    <span key={part} className={classes.scale} style={{ top: `${100 * (1 - part)}%` }} aria-hidden>
      {number(top * part)}
    </span>
  ));
}

function Stack({ column, x, top }: { column: ChartColumn; x: number; top: number }) {
  const heightOf = (count: number) => (count / top) * HEIGHT;
  return column.parts.map(({ kind, count }, at) => {
    const upTo = column.parts.slice(0, at + 1).reduce((sum, below) => sum + below.count, 0);
    return (
      <rect
        key={kind}
        className={classes[kind]}
        x={x + GAP / 2}
        y={HEIGHT - heightOf(upTo)}
        width={STEP - GAP}
        height={heightOf(count)}
      />
    );
  });
}

/** Tooltip of a column. `at` is its position from 0 (left) to 1. */
function Tip({ column, at }: { column: ChartColumn; at: number }) {
  const { number } = useFormat();
  const side =
    at < 0.5 ? { left: `calc(${at * 100}% + 14px)` } : { right: `calc(${(1 - at) * 100}% + 14px)` };
  return (
    <div className={classes.tip} style={side} aria-hidden>
      <Text size="sm" fw={600} mb={2}>
        {column.title}
      </Text>
      {column.parts.map(({ kind, name, count }) => (
        <Group key={kind} gap="xs" justify="space-between" wrap="nowrap">
          <Group gap={6} wrap="nowrap">
            <Swatch kind={kind} />
            {name}
          </Group>
          <Text span size="sm" fw={600}>
            {number(count)}
          </Text>
        </Group>
      ))}
    </div>
  );
}

export const Swatch = ({ kind }: { kind: SeriesName }) => (
  <span className={`${classes.swatch} ${classes[kind]}`} aria-hidden />
);
