import { Text } from '@mantine/core';

export function MaskedPhone({ value }: { value: string }) {
  return (
    <Text span inherit ff="monospace" style={{ whiteSpace: 'nowrap' }}>
      {value}
    </Text>
  );
}
