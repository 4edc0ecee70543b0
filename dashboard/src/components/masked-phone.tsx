import { Text } from '@mantine/core';

/** A phone number as the API shows it: masked. */
export function MaskedPhone({ value }: { value: string }) {
  return (
    <Text span inherit ff="monospace" style={{ whiteSpace: 'nowrap' }}>
      {value}
    </Text>
  );
}
