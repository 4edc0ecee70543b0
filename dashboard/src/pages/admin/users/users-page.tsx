import { Button } from '@mantine/core';
import { IconUsers, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../../components/empty-state';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Surface } from '../../../components/surface';
import { usersQuery } from './api';
import { UserSearch } from './user-search';
import { UserTable } from './user-table';

const route = getRouteApi('/signed-in/admin/users');

export function UsersPage() {
  const t = useTranslations('admin.users');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Surface>
        <UserSearch
          value={search.search}
          onSearch={(next) => void navigate({ search: next === '' ? {} : { search: next }, replace: true })}
        />
        <PagedList
          query={useQuery(usersQuery(search))}
          rows={8}
          empty={<NoUsers search={search.search} onClear={() => void navigate({ search: {} })} />}
          onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
        >
          {(items) => <UserTable users={items} />}
        </PagedList>
      </Surface>
    </>
  );
}

function NoUsers({ search, onClear }: { search: string | undefined; onClear: () => void }) {
  const t = useTranslations('admin.users');
  if (search === undefined) return <EmptyState icon={IconUsers} title={t('empty')} text={t('emptyText')} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('clear')}
    </Button>
  );
  return (
    <EmptyState
      icon={IconUserSearch}
      title={t('noMatch')}
      text={t('noMatchText', { search })}
      action={clear}
    />
  );
}
