import { Button } from '@mantine/core';
import { IconUserSearch, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../../components/empty-state';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { Pager } from '../../../components/pager';
import { RowsSkeleton } from '../../../components/skeletons';
import { Surface } from '../../../components/surface';
import { usersQuery } from './queries';
import { UserSearch } from './user-search';
import { UserTable } from './user-table';

const route = getRouteApi('/signed-in/admin/users');

export function UsersPage() {
  const t = useTranslations('admin.users');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(usersQuery(search));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Surface>
        <UserSearch
          value={search.search}
          onSearch={(next) => void navigate({ search: next === '' ? {} : { search: next }, replace: true })}
        />
        <Loaded query={query} skeleton={<RowsSkeleton rows={8} />}>
          {({ items, page, limit, total }) =>
            items.length === 0 ? (
              <NoUsers search={search.search} onClear={() => void navigate({ search: {} })} />
            ) : (
              <>
                <UserTable users={items} />
                <Pager
                  {...{ page, limit, total }}
                  onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
                />
              </>
            )
          }
        </Loaded>
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
