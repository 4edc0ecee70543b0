import { NativeSelect, TextInput } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../../components/empty-state';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Surface } from '../../../components/surface';
import { FilterForm } from '../filter-form';
import { isFiltered, MESSAGE_STATUSES, readMessagesSearch, type MessagesSearch } from '../search';
import { MessageTable } from './message-table';
import { messagesQuery } from './queries';

const route = getRouteApi('/signed-in/admin/messages');

export function MessagesPage() {
  const t = useTranslations('admin.messages');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Surface>
        <Filters search={search} onFilter={(next) => void navigate({ search: next })} />
        <PagedList
          query={useQuery(messagesQuery(search))}
          rows={10}
          empty={<NoMessages isFiltered={isFiltered(search)} />}
          onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
        >
          {(items) => <MessageTable messages={items} />}
        </PagedList>
      </Surface>
    </>
  );
}

interface FiltersProps {
  search: MessagesSearch;
  onFilter: (search: MessagesSearch) => void;
}

function Filters({ search, onFilter }: FiltersProps) {
  const t = useTranslations('admin.messages');
  const status = useTranslations('common.status');
  const choices = MESSAGE_STATUSES.map((value) => ({ value, label: status(value) }));
  return (
    <FilterForm
      key={JSON.stringify(search)}
      isFiltered={isFiltered(search)}
      onFilter={(fields) => onFilter(readMessagesSearch(fields))}
    >
      <NativeSelect
        name="status"
        label={t('status')}
        defaultValue={search.status ?? ''}
        data={[{ value: '', label: t('anyStatus') }, ...choices]}
      />
      <TextInput name="user_id" label={t('userId')} inputMode="numeric" defaultValue={search.user_id ?? ''} />
    </FilterForm>
  );
}

function NoMessages({ isFiltered: isNarrowed }: { isFiltered: boolean }) {
  const t = useTranslations('admin.messages');
  return (
    <EmptyState
      icon={IconMessages}
      title={t(isNarrowed ? 'noMatch' : 'empty')}
      text={t(isNarrowed ? 'noMatchText' : 'emptyText')}
    />
  );
}
