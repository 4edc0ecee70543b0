import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isDay } from './periods.rules';

interface Props {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Date input. Reports only complete dates, so that partial input stays. */
export function DayField({ label, value = '', onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  const change = (text: string) => {
    setTyped(text);
    if (text === '' || isDay(text)) onChange(text || undefined);
  };
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      max="2999-12-31"
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
