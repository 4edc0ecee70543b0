import { Paper, type PaperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './surface.module.css';

/** The card on which content lies. */
export function Surface({ children, ...props }: PaperProps & { children: ReactNode }) {
  return (
    <Paper className={classes.surface} p={{ base: 'md', sm: 'lg' }} {...props}>
      {children}
    </Paper>
  );
}
