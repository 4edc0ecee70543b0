import classes from './spark-bars.module.css';

const HEIGHT = 40;
const STEP = 5;
const WIDTH = 4;
/** Minimum height of a bar, so that small counts stay visible. */
const LEAST = 2;

interface Props {
  /** Accessible description with all figures. */
  label: string;
  /** Oldest first. */
  bars: readonly { at: string; good: number; bad: number; neutral?: number }[];
}

/** A small bar chart of successes, failures and neutral counts over time. */
export function SparkBars({ label, bars }: Props) {
  const most = Math.max(1, ...bars.map(({ good, bad, neutral = 0 }) => good + bad + neutral));
  const heightOf = (count: number) =>
    count === 0 ? 0 : Math.max(LEAST, (count / most) * (HEIGHT - 2 * LEAST));
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect className={classes.base} y={HEIGHT - 1} width={bars.length * STEP} height={1} />
      {bars.map(({ at, good, bad, neutral = 0 }, index) => {
        const [up, down, top] = [heightOf(good), heightOf(bad), heightOf(neutral)];
        const place = { x: index * STEP, width: WIDTH };
        return (
          <g key={at}>
            {good > 0 && <rect className={classes.good} {...place} y={HEIGHT - up} height={up} />}
            {neutral > 0 && (
              <rect className={classes.neutral} {...place} y={HEIGHT - up - down - top} height={top} />
            )}
            {bad > 0 && <rect className={classes.bad} {...place} y={HEIGHT - up - down} height={down} />}
          </g>
        );
      })}
    </svg>
  );
}
