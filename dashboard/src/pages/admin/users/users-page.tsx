import { Button, Group, NativeSelect } from '@mantine/core';
import { IconUsers, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state';
import { ButtonLink } from '../../../components/links';
import { PageHeader } from '../../../components/page-header';
import { PagedList } from '../../../components/paged-list';
import { Surface } from '../../../components/surface';
import { useTranslations } from '../../../i18n';
import { readUsersSearch } from '../search';
import { usersQuery } from './api';
import { UserSearch } from './user-search';
import { UserTable } from './user-table';

const route = getRouteApi('/signed-in/admin/users');

export function UsersPage() {
  const t = useTranslations('admin.users');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const order = useTranslations('lists.order');
  const change = (part: Record<string, unknown>, replace = false) =>
    void navigate({ search: readUsersSearch({ ...search, page: undefined, ...part }), replace });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <ButtonLink to="/admin/invitations" variant="default">
            {t('invitations')}
          </ButtonLink>
        }
      />
      <Surface>
        <Group align="flex-end" gap="md" mb="md">
          <UserSearch value={search.search} onSearch={(next) => change({ search: next }, true)} />
          <NativeSelect
            label={order('label')}
            value={search.sort ?? ''}
            onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
            data={[
              { value: '', label: order('newest') },
              { value: 'oldest', label: order('oldest') },
              { value: 'username', label: t('byName') },
            ]}
          />
        </Group>
        <PagedList
          query={useQuery(usersQuery(search))}
          rows={8}
          empty={<NoUsers search={search.search} onClear={() => void navigate({ search: {} })} />}
          onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
          onLimit={(limit) => change({ limit })}
        >
          {(items) => <UserTable users={items} search={search} />}
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
