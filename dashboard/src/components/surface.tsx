import { Paper, type PaperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import rowLink from './row-link.module.css';
import classes from './surface.module.css';

interface Props extends PaperProps {
  /** A `RowLink` inside makes the whole card clickable. */
  isClickable?: boolean;
  children: ReactNode;
}

export function Surface({ isClickable, children, ...props }: Props) {
  const className = isClickable ? `${classes.surface} ${rowLink.whole}` : classes.surface;
  return (
    <Paper className={className} p={{ base: 'md', sm: 'lg' }} {...props}>
      {children}
    </Paper>
  );
}
