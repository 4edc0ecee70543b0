import { Text } from '@mantine/core';

/** What a machine writes and reads: an id, an address. */
export function Mono({ children }: { children: string }) {
  return (
    <Text span inherit ff="monospace" fz="sm">
      {children}
    </Text>
  );
}
