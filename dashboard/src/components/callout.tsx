import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';
import type { Tone } from './tones';

interface Props {
  tone: Extract<Tone, 'attention' | 'broken'>;
  title: string;
  /** `alert` announces a new problem to screen readers. */
  role?: 'alert';
  children: ReactNode;
}

/**
 * A prominent notice. Used in the layout, so it is small: Mantine's Alert would add a close button and five
 * variants.
 */
export const Callout = ({ tone, title, role, children }: Props) => (
  <div className={classes.callout} data-tone={tone} role={role}>
    <IconAlertTriangle size={20} aria-hidden />
    <div className={classes.body}>
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  </div>
);
