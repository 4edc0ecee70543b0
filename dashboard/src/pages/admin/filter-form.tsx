import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

interface Props {
  /** The fields; their names are those of the search. */
  children: ReactNode;
  isFiltered: boolean;
  onFilter: (fields: Record<string, string>) => void;
}

/** Fields that narrow a list; what they say goes into the address. Give it a `key` of what the address says. */
export function FilterForm({ children, isFiltered, onFilter }: Props) {
  const t = useTranslations('admin.filters');
  return (
    <form
      noValidate
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(writtenIn(event.currentTarget));
      }}
    >
      <Group align="flex-end" gap="sm" mb="md">
        {children}
        <Button type="submit" variant="default">
          {t('apply')}
        </Button>
        {isFiltered && (
          <Button variant="subtle" onClick={() => onFilter({})}>
            {t('clear')}
          </Button>
        )}
      </Group>
    </form>
  );
}

/** The fields that say something. */
function writtenIn(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
}
