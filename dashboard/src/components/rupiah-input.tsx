import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useLocale } from '../i18n';

/** Input for whole rupiah with the thousands separator of the language. */
export function RupiahInput(props: NumberInputProps) {
  const parts = new Intl.NumberFormat(useLocale()).formatToParts(12_345.6);
  const part = (wanted: Intl.NumberFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value;
  return (
    <NumberInput
      thousandSeparator={part('group')}
      decimalSeparator={part('decimal')}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      inputMode="numeric"
      {...props}
    />
  );
}
