import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

interface Props {
  facts: readonly { label: string; value: ReactNode }[];
}

/** A list of names and values. */
export function Facts({ facts }: Props) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
