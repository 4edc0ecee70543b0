import { useFormat } from '../../i18n';
import { type ChartColumn, Swatch } from './column-chart';
import classes from './totals.module.css';

interface Props {
  columns: readonly ChartColumn[];
  /** Label of the total. */
  all: string;
}

/** Totals and shares of stacked columns; also the legend of their colours. */
export function Totals({ columns, all }: Props) {
  const { number, percent } = useFormat();
  const sums = (columns[0]?.parts ?? []).map((part, at) => ({
    ...part,
    count: columns.reduce((sum, { parts }) => sum + (parts[at]?.count ?? 0), 0),
  }));
  const whole = sums.reduce((sum, { count }) => sum + count, 0);
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{all}</dt>
        <dd>{number(whole)}</dd>
      </div>
      {sums.map(({ kind, name, count }) => (
        <div key={kind}>
          <dt>
            <Swatch kind={kind} />
            {name}
          </dt>
          <dd>
            {number(count)}
            {whole > 0 && <span className={classes.share}> {percent(count / whole)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
