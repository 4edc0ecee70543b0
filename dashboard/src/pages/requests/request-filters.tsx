import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery } from '../../api/api-keys';
import { ClearFilters } from '../../components/clear-filters';
import { useTranslations } from '../../i18n';
import { REFUSALS } from './refusals';
import { readRequestsSearch, type RequestsSearch } from './search';
import { useKeyName } from './use-key-name';

interface Props {
  search: RequestsSearch;
  onChange: (search: RequestsSearch) => void;
}

export function RequestFilters({ search: { code, key }, onChange }: Props) {
  const t = useTranslations('requests.filters');
  const nameOf = useKeyName();
  const apiKeys = useQuery(apiKeysQuery).data ?? [];
  const isKnown = key === undefined || apiKeys.some(({ id }) => id === key);
  const change = (part: object) => onChange(readRequestsSearch({ code, key, ...part }));
  return (
    <Group role="search" aria-label={t('label')} align="flex-end" gap="sm" mb="md">
      <NativeSelect
        label={t('reason')}
        value={code ?? ''}
        onChange={(event) => change({ code: event.currentTarget.value })}
        data={[
          { value: '', label: t('anyReason') },
          ...REFUSALS,
          ...(code === undefined || REFUSALS.some((known) => known === code) ? [] : [code]),
        ]}
      />
      <NativeSelect
        label={t('key')}
        value={key ?? ''}
        onChange={(event) => change({ key: event.currentTarget.value })}
        data={[
          { value: '', label: t('anyKey') },
          ...apiKeys.map(({ id, name, last4 }) => ({ value: String(id), label: `${name} · …${last4}` })),
          ...(isKnown ? [] : [{ value: String(key), label: nameOf(key) }]),
        ]}
      />
      {(code !== undefined || key !== undefined) && <ClearFilters onClear={() => onChange({})} />}
    </Group>
  );
}
