import { Stack, Title } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { impersonatedId } from '../../api/impersonation';
import { readPage } from '../../api/search';
import { secondFactorQuery } from '../../api/second-factor';
import { useMay } from '../../api/session';
import { EmptyState } from '../../components/empty-state';
import { Hint } from '../../components/hint';
import { ButtonLink } from '../../components/links';
import { PageHeader } from '../../components/page-header';
import { PagedList } from '../../components/paged-list';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import { securityLogQuery } from './api';
import { DataCard } from './data-card';
import { PreferencesCard } from './preferences-card';
import { ProfileCard } from './profile-card';
import { SecondFactorCard } from './second-factor-card';
import { SecurityLog } from './security-log';
import { SessionsCard } from './sessions-card';

const route = getRouteApi('/signed-in/account');

export function AccountPage() {
  const t = useTranslations('account');
  const members = useTranslations('members');
  const may = useMay();
  const { data: secondFactor } = useQuery(secondFactorQuery);
  // The API rejects everything else until it is turned on.
  const owesSecondFactor = secondFactor?.required === true && !secondFactor.enabled;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          !owesSecondFactor && (
            <ButtonLink to="/account/members" variant="default">
              {members('open')}
            </ButtonLink>
          )
        }
      />
      <Stack gap="lg">
        {!owesSecondFactor && (
          <>
            <ProfileCard />
            <PreferencesCard />
          </>
        )}
        <SecondFactorCard />
        {!owesSecondFactor && (
          <>
            {/* Sessions are hidden from administrators. */}
            {impersonatedId === null && <SessionsCard />}
            {may('getClosing') && <DataCard />}
            <LogCard />
          </>
        )}
      </Stack>
    </>
  );
}

function LogCard() {
  const t = useTranslations('security.log');
  const navigate = route.useNavigate();
  return (
    <Surface>
      <Title order={2} mb="xs">
        {t('title')}
      </Title>
      <Hint mb="sm">{t('text')}</Hint>
      <PagedList
        query={useQuery(securityLogQuery(route.useSearch()))}
        rows={10}
        empty={<EmptyState icon={IconShieldLock} title={t('empty')} text={t('emptyText')} />}
        onPage={(page) => void navigate({ search: readPage({ page }) })}
      >
        {(items) => <SecurityLog entries={items} />}
      </PagedList>
    </Surface>
  );
}
