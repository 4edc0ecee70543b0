import { Paper, type PaperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import opens from './opens.module.css';
import classes from './surface.module.css';

interface Props extends PaperProps {
  /** A `RowLink` in it opens it wherever it is clicked. */
  opensWhole?: boolean;
  children: ReactNode;
}

/** The card on which content lies. */
export function Surface({ opensWhole, children, ...props }: Props) {
  const className = opensWhole ? `${classes.surface} ${opens.whole}` : classes.surface;
  return (
    <Paper className={className} p={{ base: 'md', sm: 'lg' }} {...props}>
      {children}
    </Paper>
  );
}
