import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { isPhoneLike } from '../../../components/phone-like.rules';
import { useTranslations } from '../../../i18n';

const PAUSE_MS = 300;
const SEARCH_MAX = 100;

interface Props {
  /** From the URL. */
  value: string | undefined;
  onSearch: (search: string) => void;
}

/** Searches when typing pauses, but never for phone numbers. */
export function UserSearch({ value = '', onSearch }: Props) {
  const t = useTranslations('admin.users');
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const searchSoon = useDebouncedCallback((search: string) => {
    if (isPhoneLike(search)) return;
    setSent(search);
    onSearch(search);
  }, PAUSE_MS);
  // Not for the value that was sent: typing may have continued.
  if (known !== value) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  return (
    <TextInput
      type="search"
      label={t('search')}
      description={t('searchHint')}
      error={isPhoneLike(typed.trim()) && t('notByPhone')}
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
