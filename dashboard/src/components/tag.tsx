import type { ReactNode } from 'react';
import classes from './tag.module.css';
import type { Colour } from './tones';

interface Props {
  color: Colour;
  icon?: ReactNode;
  children: string;
}

/** A word about one thing, such as its state, in a colour that says the same. */
export const Tag = ({ color, icon, children }: Props) => (
  <span className={classes.tag} data-color={color}>
    {icon}
    {children}
  </span>
);
