import { NativeSelect } from '@mantine/core';
import { useState } from 'react';

interface Props<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string; about: string }[];
  /** The two props come from `field()` of {@link useApiForm}. */
  defaultValue?: Value;
  onChange?: (value: string) => void;
}

/** A select that shows a description of the selected option. */
export function DescribedSelect<Value extends string>({
  label,
  choices,
  defaultValue,
  onChange,
  ...field
}: Props<Value>) {
  const [chosen, setChosen] = useState<string | undefined>(defaultValue);
  return (
    <NativeSelect
      label={label}
      description={choices.find(({ value }) => value === chosen)?.about}
      data={choices}
      defaultValue={defaultValue}
      w="100%"
      {...field}
      onChange={({ currentTarget: { value } }) => {
        setChosen(value);
        onChange?.(value);
      }}
    />
  );
}
