import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BackLink } from '../../../components/back-link';
import { ButtonLink } from '../../../components/links';
import { PageHeader } from '../../../components/page-header';
import { Section } from '../../../components/section';
import { BlockSkeleton } from '../../../components/skeletons';
import { useListSearch } from '../../../components/use-list-search';
import { useTranslations } from '../../../i18n';
import { DetailPage } from '../detail-page';
import { Figures } from '../figures';
import { FreeDeliveriesCard } from '../free-deliveries-card';
import { readDevicesSearch } from '../search';
import { DeviceAlerts } from './alerts';
import { type Device, deviceAlertsQuery, deviceQuery, type Driver, driversQuery } from './api';
import { CallbackCard } from './callback-card';
import { DeviceActions } from './device-actions';
import { DeviceStatusBadge, useDeviceStatusText } from './device-status';
import { HealthCard } from './health-card';
import { LinkCard } from './link-card';
import { SettingsCard } from './settings-card';
import { canResume } from './setup-steps.rules';
import { UsageCard } from './usage-card';

const route = getRouteApi('/signed-in/admin/devices/$id');

export function DevicePage() {
  const t = useTranslations('admin.device');
  const { id } = route.useParams();
  return (
    <>
      <BackLink to="/admin/devices" search={readDevicesSearch(useListSearch())}>
        {t('back')}
      </BackLink>
      <DetailPage query={useQuery(deviceQuery(Number(id)))} title={t('title', { id })} height={640}>
        {(device) => <DeviceDetails key={device.id} device={device} />}
      </DetailPage>
    </>
  );
}

function DeviceDetails({ device }: { device: Device }) {
  const t = useTranslations('admin.setup');
  // Waits for the driver: cards that appear later would shift the layout.
  const drivers = useQuery(driversQuery);
  const alerts = useQuery(deviceAlertsQuery(device.id));
  const driver = drivers.data?.find(({ name }) => name === device.driver);
  if (drivers.isPending || alerts.isPending)
    return (
      <>
        <PageHeader title={device.name} />
        <BlockSkeleton height={640} />
      </>
    );
  return (
    <>
      <PageHeader
        title={device.name}
        description={<DeviceStatus device={device} />}
        actions={
          <>
            {driver && canResume(device, driver) && (
              <ButtonLink to="/admin/devices/$id/setup" params={{ id: String(device.id) }}>
                {t('resume')}
              </ButtonLink>
            )}
            <DeviceActions device={device} />
          </>
        }
      />
      <Cards device={device} driver={driver} />
    </>
  );
}

function Cards({ device, driver }: { device: Device; driver: Driver | undefined }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg">
        {driver?.capabilities.pairing && <LinkCard device={device} />}
        <HealthCard device={device} />
        <DeviceAlerts id={device.id} />
        <OutcomesCard device={device} />
        <UsageCard device={device} />
      </Stack>
      <Stack gap="lg">
        <CallbackCard device={device} driver={driver} />
        <SettingsCard device={device} driver={driver} />
        <FreeDeliveriesCard of={{ device_id: device.id }} />
      </Stack>
    </SimpleGrid>
  );
}

/** Status of the device and what to do. */
function DeviceStatus({ device }: { device: Device }) {
  const text = useDeviceStatusText();
  return (
    <Group component="span" gap="xs" mt={4}>
      <DeviceStatusBadge device={device} />
      <Text span inherit>
        {text(device)}
      </Text>
    </Group>
  );
}

const OUTCOMES = ['delivered', 'failed', 'unacknowledged', 'waiting'] as const;

/** Outcomes of the last messages, from which the score is computed. */
function OutcomesCard({ device: { outcomes } }: { device: Device }) {
  const t = useTranslations('admin.device.outcomes');
  const hasAny = OUTCOMES.some((outcome) => outcomes[outcome] > 0);
  return (
    <Section title={t('title')}>
      {hasAny ? (
        <Figures
          figures={OUTCOMES.map((outcome) => ({ label: t(outcome), value: outcomes[outcome] }))}
          cols={4}
        />
      ) : (
        <Text c="dimmed">{t('none')}</Text>
      )}
    </Section>
  );
}
