import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { readPage } from '../../../api/search';
import { Ledger } from '../../../components/ledger';
import { TextLink } from '../../../components/links';
import { PageHeader } from '../../../components/page-header';
import { BackLink } from '../back-link';
import { FreeDeliveriesCard } from '../free-deliveries-card';
import { OnePage } from '../one-page';
import { type AdminUser, ledgerQuery, userQuery } from './api';
import { BalanceCard } from './balance-card';
import { BrandsCard } from './brands-card';
import { ProfileCard } from './profile-card';
import { UserActions } from './user-actions';
import { UserBadges } from './user-badges';

const route = getRouteApi('/signed-in/admin/users/$id');

export function UserPage() {
  const t = useTranslations('admin.user');
  const { id } = route.useParams();
  const query = useQuery(userQuery(Number(id)));
  return (
    <>
      <BackLink to="/admin/users">{t('back')}</BackLink>
      <OnePage query={query} title={t('title', { id })} height={480}>
        {(user) => <UserDetails key={user.id} user={user} />}
      </OnePage>
    </>
  );
}

function UserDetails({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={user.name}
        description={<UserBadges user={user} />}
        actions={<UserActions user={user} />}
      />
      <Stack gap="lg">
        {user.suspended && (
          <Alert color="red" icon={<IconBan aria-hidden />}>
            {t('suspendedNotice')}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <BalanceCard user={user} />
          <ProfileCard user={user} />
        </SimpleGrid>
        <BrandsCard user={user} />
        <FreeDeliveriesCard of={{ user_id: user.id }} />
        <Ledger
          query={useQuery(ledgerQuery(user.id, page))}
          onPage={(next) => void navigate({ search: readPage({ page: next }), resetScroll: false })}
          renderMessageLink={(id, text) => (
            <TextLink to="/admin/messages/$id" params={{ id }} inherit>
              {text}
            </TextLink>
          )}
        />
      </Stack>
    </>
  );
}
