import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import rowLink from './row-link.module.css';

type AsAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link in a text. Its address is checked against the routes, as those of the other two are. */
export const TextLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor {...props} />);

/** The one link of a row of a table, or of a card that `isClickable`: all of it is pressed for it. */
export const RowLink = createLink((props: AsAnchor<AnchorProps>) => (
  <Anchor inherit {...props} className={rowLink.link} />
));

/** A link that looks like a button. */
export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);

/** A link of the frame, drawn by its own styles. */
export const NavigationLink = createLink((props: ComponentPropsWithRef<'a'>) => <a {...props} />);
