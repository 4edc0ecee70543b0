import type { ReactNode } from 'react';
import classes from './tag.module.css';
import { MARKS, TONES } from './tones';

const COLOURS = { ...TONES, ...MARKS };

interface Props {
  tone: keyof typeof COLOURS;
  icon?: ReactNode;
  children: string;
}

/** A coloured label, for example a state. */
export const Tag = ({ tone, icon, children }: Props) => (
  <span className={classes.tag} data-color={COLOURS[tone]}>
    {icon}
    {children}
  </span>
);
