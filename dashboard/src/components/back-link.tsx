import { Anchor, type AnchorProps } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Props = AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** Link from a detail page to its list, above the title. */
export const BackLink = createLink(({ children, ...props }: Props) => (
  <Anchor {...props} size="sm" display="inline-flex" mb="xs" style={{ alignItems: 'center', gap: 6 }}>
    <IconArrowLeft size={16} aria-hidden />
    {children}
  </Anchor>
));
