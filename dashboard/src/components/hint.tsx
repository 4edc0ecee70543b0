import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is said quietly beside something. */
export const Hint = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);
