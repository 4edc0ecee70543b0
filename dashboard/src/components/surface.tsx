import { Paper, type PaperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import rowLink from './row-link.module.css';
import classes from './surface.module.css';

interface Props extends PaperProps {
  /** A `RowLink` in it rowLink it wherever it is clicked. */
  isClickable?: boolean;
  children: ReactNode;
}

/** The card on which content lies. */
export function Surface({ isClickable, children, ...props }: Props) {
  const className = isClickable ? `${classes.surface} ${rowLink.whole}` : classes.surface;
  return (
    <Paper className={className} p={{ base: 'md', sm: 'lg' }} {...props}>
      {children}
    </Paper>
  );
}
