import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends TextProps {
  role?: 'status';
  title?: string;
  children: ReactNode;
}

/** Secondary text. */
export const Hint = (props: Props) => <Text size="sm" c="dimmed" {...props} />;
