import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Paged } from '../../api/search';
import { type Filters, filtersOf, isFiltered } from './search';

export interface FilterField {
  /** As the search calls it. */
  name: string;
  label: string;
  /** What else than anything; without them, a text is typed. */
  choices?: readonly { value: string; label: string }[];
  /** What no choice is called. */
  any?: string;
  inputMode?: 'numeric';
}

interface Props<Search> {
  fields: readonly FilterField[];
  /** What the address says. */
  search: Search;
  /** Takes what holds of what was written. */
  read: (written: Filters) => Search;
  onFilter: (search: Search) => void;
}

/** Fields that narrow a list; what they say goes into the address, and what the address says into them. */
export function FilterForm<Search extends Paged>({ fields, search, read, onFilter }: Props<Search>) {
  const t = useTranslations('admin.filters');
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useWritten(search);
  const apply = () => {
    const next = read(trimmed(written));
    setWritten(filtersOf(next));
    onFilter(next);
  };
  const clear = () => {
    onFilter(read({}));
    // The button goes, and the focus with it.
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Group align="flex-end" gap="sm" mb="md">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={written[field.name] ?? ''}
            onChange={(value) => setWritten({ ...written, [field.name]: value })}
          />
        ))}
        <Button type="submit" variant="default">
          {t('apply')}
        </Button>
        {isFiltered(search) && (
          <Button variant="subtle" onClick={clear}>
            {t('clear')}
          </Button>
        )}
      </Group>
    </form>
  );
}

interface FieldProps {
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}

function Field({ field: { label, choices, any = '', inputMode }, value, onChange }: FieldProps) {
  return choices ? (
    <NativeSelect
      label={label}
      data={[{ value: '', label: any }, ...choices]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ) : (
    <TextInput
      label={label}
      inputMode={inputMode}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** What is written in the fields; begins anew when the address comes to say something else, but for its page. */
function useWritten(search: Paged) {
  const applied = filtersOf(search);
  const address = JSON.stringify(applied);
  const [known, setKnown] = useState(address);
  const [written, setWritten] = useState(applied);
  if (known !== address) {
    setKnown(address);
    setWritten(applied);
  }
  return [written, setWritten] as const;
}

/** The fields that say something. */
function trimmed(written: Filters): Filters {
  const entries = Object.entries(written).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
