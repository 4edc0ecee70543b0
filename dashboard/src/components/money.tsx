import { Text } from '@mantine/core';
import { useFormat } from '../i18n';

/** An amount in rupiah; `isSigned` adds a plus before positive amounts. */
export function Money({ value, isSigned = false }: { value: number; isSigned?: boolean }) {
  const { rupiah } = useFormat();
  const sign = isSigned && value > 0 ? '+' : '';
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {sign + rupiah(value)}
    </Text>
  );
}
