import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { IconBan, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { IMPERSONATION_ENDED } from '../../../api/impersonation';
import { pollSteadily } from '../../../api/polling';
import { useMay, useMe } from '../../../api/session';
import { BackLink } from '../../../components/back-link';
import { Ledger } from '../../../components/ledger';
import { RowLink } from '../../../components/links';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { SpendCapCard } from '../../../components/spend-cap-card';
import { TONES } from '../../../components/tones';
import { useListSearch } from '../../../components/use-list-search';
import { useTranslations } from '../../../i18n';
import { accountQuery } from '../api';
import { DetailPage } from '../detail-page';
import { FreeDeliveriesCard } from '../free-deliveries-card';
import { adminPricesQuery } from '../prices/api';
import { PriceSettings } from '../prices/price-settings';
import { readUsersSearch } from '../search';
import { type AdminUser, ledgerQuery, spendCapQuery, useMayChange, useUserChanges } from './api';
import { BalanceCard } from './balance-card';
import { BrandsCard } from './brands-card';
import { ClosingCard } from './closing-card';
import { LegalHoldCard } from './legal-hold-card';
import { ProfileCard } from './profile-card';
import { UserActions } from './user-actions';
import { UserBadges } from './user-badges';

const route = getRouteApi('/signed-in/admin/users/$id');

export function UserPage() {
  const t = useTranslations('admin.user');
  const { id } = route.useParams();
  const query = useQuery({ ...accountQuery(Number(id)), refetchInterval: pollSteadily() });
  // Waits for prices and the cap: these cards are above others, and their height is unknown until they are loaded.
  const may = useMay();
  const others = [
    useQuery({ ...adminPricesQuery(Number(id)), enabled: may('listUserPrices') }),
    useQuery({ ...spendCapQuery(Number(id)), enabled: may('getUserSpendCap') }),
  ];
  const shown = others.every(({ isEnabled, isFetched }) => isFetched || !isEnabled)
    ? query
    : ({ ...query, data: undefined } as typeof query);
  return (
    <>
      <BackLink to="/admin/users" search={readUsersSearch(useListSearch())}>
        {t('back')}
      </BackLink>
      <DetailPage query={shown} title={t('title', { id })} height={480}>
        {(user) => <UserDetails key={user.id} user={user} />}
      </DetailPage>
    </>
  );
}

function UserDetails({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const may = useMay();
  const isMe = useMe().id === user.id;
  const hasImpersonationEnded = useLocation({ select: ({ hash }) => hash === IMPERSONATION_ENDED });
  return (
    <>
      <PageHeader
        title={user.name}
        description={<UserBadges user={user} />}
        actions={<UserActions user={user} />}
      />
      <Stack gap="lg">
        {hasImpersonationEnded && (
          <Alert color={TONES.attention} icon={<IconEye aria-hidden />} role="status">
            {t('impersonationEnded')}
          </Alert>
        )}
        {user.suspended && (
          <Alert color={TONES.off} icon={<IconBan aria-hidden />}>
            {t('suspendedNotice')}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <BalanceCard user={user} />
          <ProfileCard user={user} />
        </SimpleGrid>
        {may('listUserPrices') && <PricesAndCap user={user} />}
        <BrandsCard user={user} />
        {may('getLegalHold') && (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            {!isMe && <ClosingCard user={user} />}
            <LegalHoldCard user={user} />
          </SimpleGrid>
        )}
        {may('listFreeDeliveries') && <FreeDeliveriesCard of={{ user_id: user.id }} />}
        {may('listUserCreditEntries') && <Entries user={user} />}
      </Stack>
    </>
  );
}

function PricesAndCap({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.prices');
  const may = useMayChange(user);
  const { setSpendCap } = useUserChanges(user);
  return (
    <>
      <PriceSettings title={t('ofAccount')} userId={user.id} mayChange={may('setUserPrice')} />
      <Loaded query={useQuery(spendCapQuery(user.id))}>
        {(cap) => <SpendCapCard cap={cap} save={setSpendCap} mayChange={may('setUserSpendCap')} />}
      </Loaded>
    </>
  );
}

function Entries({ user }: { user: AdminUser }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Ledger
      query={useQuery(ledgerQuery(user.id, search))}
      search={search}
      onSearch={(next) => void navigate({ search: next, state: true, resetScroll: false })}
      renderMessageLink={({ id }, text) => (
        <RowLink to="/admin/messages/$id" params={{ id }}>
          {text}
        </RowLink>
      )}
    />
  );
}
