import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

const PAUSE_MS = 300;
const SEARCH_MAX = 100;

interface Props {
  /** What the address says. */
  value: string | undefined;
  onSearch: (search: string) => void;
}

/** Searches when the typing pauses. */
export function UserSearch({ value = '', onSearch }: Props) {
  const t = useTranslations('admin.users');
  const [typed, setTyped] = useState(value);
  const searchSoon = useDebouncedCallback(onSearch, PAUSE_MS);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  return (
    <TextInput
      type="search"
      label={t('search')}
      description={t('searchHint')}
      leftSection={<IconSearch size={18} aria-hidden />}
      maxLength={SEARCH_MAX}
      w={420}
      maw="100%"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        searchSoon(currentTarget.value.trim());
      }}
    />
  );
}
