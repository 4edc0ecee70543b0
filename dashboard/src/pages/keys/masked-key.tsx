import { Text } from '@mantine/core';
import type { ApiKey } from '../../api/api-keys';

/** A key by what is known of it: its beginning and its last four characters. */
export function MaskedKey({ apiKey: { mode, last4 } }: { apiKey: ApiKey }) {
  return (
    <Text span size="xs" ff="monospace" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      sandi_{mode}_…{last4}
    </Text>
  );
}
