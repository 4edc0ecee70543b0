import { Anchor, type AnchorProps, Button, type ButtonProps, Text } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { useMayOpen } from '../api/session';
import rowLink from './row-link.module.css';

type AsAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** Link in a text, typed by the routes. Shows plain text if the user's role does not allow the page. */
export const TextLink = createLink((props: AsAnchor<AnchorProps>) => {
  const { href = '', size, fw, inherit, children } = props;
  return useMayOpen()(href) ? (
    <Anchor {...props} />
  ) : (
    <Text span {...{ size, fw, inherit }}>
      {children}
    </Text>
  );
});

/** The main link of a table row or card: a click anywhere in the row or card follows it. */
export const RowLink = createLink((props: AsAnchor<AnchorProps>) =>
  useMayOpen()(props.href ?? '') ? <Anchor inherit {...props} className={rowLink.link} /> : props.children,
);

/** A link that looks like a button. Renders nothing if the user's role does not allow the page. */
export const ButtonLink = createLink((props: AsAnchor<ButtonProps>) =>
  useMayOpen()(props.href ?? '') ? <Button component="a" {...props} /> : null,
);

/** Unstyled link for the layout. */
export const NavigationLink = createLink((props: ComponentPropsWithRef<'a'>) => <a {...props} />);
