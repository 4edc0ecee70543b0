import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ErrorState } from '../../../components/error-state';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { BlockSkeleton } from '../../../components/skeletons';
import { AlertsCard } from './alerts-card';
import { openAlertsQuery, REFRESH_SECONDS, type System, systemQuery } from './api';
import { BooksCard } from './books-card';
import { DatabaseCard } from './database-card';
import { DevicesCard } from './devices-card';
import { QueuesCard } from './queues-card';
import { RedisCard } from './redis-card';
import { ServiceCard } from './service-card';
import { Verdict } from './verdict';

export function SystemPage() {
  const t = useTranslations('admin.system');
  const query = useQuery(systemQuery);
  const alerts = useQuery(openAlertsQuery);
  const skeleton = <BlockSkeleton height={640} />;
  // They stand above the rest: shown later, they would push it down.
  const isAlertsToCome = alerts.isPending && alerts.failureCount === 0;
  return (
    <>
      <PageHeader title={t('title')} description={t('description', { seconds: REFRESH_SECONDS })} />
      <Loaded query={query} skeleton={skeleton}>
        {(system) =>
          isAlertsToCome ? (
            skeleton
          ) : (
            <Stack gap="lg">
              {query.isError && <ErrorState error={query.error} retry={() => void query.refetch()} />}
              {/* What it was when it could still be asked is no verdict on now. */}
              {!query.isError && (
                <Verdict system={system} openAlerts={alerts.isError ? undefined : alerts.data?.total} />
              )}
              <AlertsCard query={alerts} />
              <Cards system={system} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function Cards({ system }: { system: System }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <ServiceCard system={system} />
      <QueuesCard queues={system.queues} />
      <DatabaseCard database={system.database} />
      <DevicesCard devices={system.devices} />
      <BooksCard books={system.books} />
      <RedisCard redis={system.redis} />
    </SimpleGrid>
  );
}
