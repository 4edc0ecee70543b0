import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { secondFactorQuery } from '../../../api/second-factor';
import { useMay } from '../../../api/session';
import { ErrorState } from '../../../components/error-state';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { BlockSkeleton } from '../../../components/skeletons';
import { useTranslations } from '../../../i18n';
import { ActivityCards } from './activity-cards';
import { AlertsCard } from './alerts-card';
import { openAlertsQuery, overviewQuery, REFRESH_SECONDS, systemQuery, tilesQuery } from './api';
import { DeviceTiles } from './device-tiles';
import { FirstRun } from './first-run';
import { InfrastructureCards } from './infrastructure-cards';
import { SystemStatus } from './system-status';
import { areAllCoolingDown } from './system-status.rules';

/** Home of administrators: problems first, then activity, then infrastructure. */
export function SystemPage() {
  const t = useTranslations('admin.system');
  // Only operators see the devices and the set-up checklist.
  const isOperator = useMay()('listDevices');
  const query = useQuery(systemQuery);
  const alerts = useQuery(openAlertsQuery);
  const overview = useQuery(overviewQuery);
  const devices = useQuery({ ...tilesQuery, enabled: isOperator });
  const secondFactor = useQuery(secondFactorQuery);
  const skeleton = <BlockSkeleton height={640} />;
  // Waits for all: cards that appear later would shift the layout.
  const isToCome = [alerts, overview, devices, secondFactor].some(
    ({ isEnabled, isPending, failureCount }) => isEnabled && isPending && failureCount === 0,
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description', { seconds: REFRESH_SECONDS })} />
      <Loaded query={query} skeleton={skeleton}>
        {(system) =>
          isToCome ? (
            skeleton
          ) : (
            <Stack gap="lg">
              {query.isError && <ErrorState error={query.error} retry={() => void query.refetch()} />}
              {/* Stale data says nothing about the current status. */}
              {!query.isError && (
                <SystemStatus
                  system={system}
                  openAlerts={alerts.isError ? undefined : alerts.data?.unacknowledged}
                  allCoolingDown={
                    !devices.isError && devices.data !== undefined && areAllCoolingDown(devices.data)
                  }
                />
              )}
              <AlertsCard query={alerts} />
              {isOperator && overview.data && secondFactor.data && (
                <FirstRun setUp={{ ...overview.data.set_up, second_factor: secondFactor.data.enabled }} />
              )}
              {isOperator && <DeviceTiles query={devices} />}
              <ActivityCards query={overview} system={system} />
              <InfrastructureCards system={system} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}
