import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import rowLink from './row-link.module.css';

type AsAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** Link in a text, typed by the routes. */
export const TextLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor {...props} />);

/** The main link of a table row, or of a clickable card: the whole area opens it. */
export const RowLink = createLink((props: AsAnchor<AnchorProps>) => (
  <Anchor inherit {...props} className={rowLink.link} />
));

export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);

/** Unstyled link for the layout. */
export const NavigationLink = createLink((props: ComponentPropsWithRef<'a'>) => <a {...props} />);
