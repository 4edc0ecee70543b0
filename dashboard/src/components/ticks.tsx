import classes from './ticks.module.css';

const TICKS = { one: 'M3.5 7.2l2.6 2.7L11 4', two: 'M1 7.2l2.6 2.7L8.5 4M7.4 9.4l.5.5L13.3 4' } as const;

interface Props {
  count: keyof typeof TICKS;
  /** Animated, for a status that has just changed. */
  isNew?: boolean;
}

/** WhatsApp's ticks: one for sent, two for delivered. */
export const Ticks = ({ count, isNew = false }: Props) => (
  <svg
    className={classes.ticks}
    data-new={isNew || undefined}
    viewBox="0 0 14 14"
    width={14}
    height={14}
    aria-hidden
  >
    <path d={TICKS[count]} pathLength={1} />
  </svg>
);
