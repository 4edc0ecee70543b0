import { Text } from '@mantine/core';

/** Monospace text for IDs and addresses. */
export function Mono({ children }: { children: string }) {
  return (
    <Text span inherit ff="monospace" fz="sm">
      {children}
    </Text>
  );
}
