import { NativeSelect, TextInput } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../../components/empty-state';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Surface } from '../../../components/surface';
import { FilterForm } from '../filter-form';
import { isFiltered, readAuditSearch, type AuditSearch } from '../search';
import { ACTIONS } from './actions';
import { AuditTable } from './audit-table';
import { auditQuery } from './queries';
import { useActionText } from './use-action-text';

const route = getRouteApi('/signed-in/admin/audit');

export function AuditPage() {
  const t = useTranslations('admin.audit');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Surface>
        <Filters search={search} onFilter={(next) => void navigate({ search: next })} />
        <PagedList
          query={useQuery(auditQuery(search))}
          rows={10}
          empty={<NoEntries isFiltered={isFiltered(search)} />}
          onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
        >
          {(items) => <AuditTable entries={items} />}
        </PagedList>
      </Surface>
    </>
  );
}

interface FiltersProps {
  search: AuditSearch;
  onFilter: (search: AuditSearch) => void;
}

function Filters({ search, onFilter }: FiltersProps) {
  const t = useTranslations('admin.audit');
  const actionText = useActionText();
  const choices = ACTIONS.map((value) => ({ value, label: actionText(value) }));
  return (
    <FilterForm
      key={JSON.stringify(search)}
      isFiltered={isFiltered(search)}
      onFilter={(fields) => onFilter(readAuditSearch(fields))}
    >
      <NativeSelect
        name="action"
        label={t('action')}
        defaultValue={search.action ?? ''}
        data={[{ value: '', label: t('anyAction') }, ...choices]}
      />
      <TextInput name="target" label={t('target')} defaultValue={search.target ?? ''} />
      <TextInput
        name="actor_id"
        label={t('actor')}
        inputMode="numeric"
        defaultValue={search.actor_id ?? ''}
      />
    </FilterForm>
  );
}

function NoEntries({ isFiltered: isNarrowed }: { isFiltered: boolean }) {
  const t = useTranslations('admin.audit');
  return (
    <EmptyState
      icon={IconClipboardList}
      title={t(isNarrowed ? 'noMatch' : 'empty')}
      text={t(isNarrowed ? 'noMatchText' : 'emptyText')}
    />
  );
}
