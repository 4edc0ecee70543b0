import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';
import type { Tone } from './tones';

interface Props {
  tone: Extract<Tone, 'attention' | 'broken'>;
  title: string;
  /** `alert` for what has just happened. */
  role?: 'alert';
  children: ReactNode;
}

/** What must not be overlooked. The frame has it, so it is ours: Mantine's brings a button that closes it, and styles for five kinds. */
export const Callout = ({ tone, title, role, children }: Props) => (
  <div className={classes.callout} data-tone={tone} role={role}>
    <IconAlertTriangle size={20} aria-hidden />
    <div className={classes.body}>
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  </div>
);
