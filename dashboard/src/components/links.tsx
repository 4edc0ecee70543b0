import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AsAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link in a text. Its address is checked against the routes, as those of the other two are. */
export const TextLink = createLink((props: AsAnchor<AnchorProps>) => <Anchor {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) => <Button component="a" {...props} />);

export const NavigationLink = createLink((props: AsAnchor<NavLinkProps>) => (
  <NavLink component="a" {...props} />
));
