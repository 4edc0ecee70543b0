import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../../../components/page-header';
import { BlockSkeleton } from '../../../components/skeletons';
import { BackLink } from '../back-link';
import { FreeDeliveriesCard } from '../free-deliveries-card';
import { OnePage } from '../one-page';
import { type Device, deviceQuery, type Driver, driversQuery } from './api';
import { CallbackCard } from './callback-card';
import { DeviceActions } from './device-actions';
import { HealthCard } from './health-card';
import { LinkCard } from './link-card';
import { OutcomesCard } from './outcomes-card';
import { SettingsCard } from './settings-card';
import { UsageCard } from './usage-card';
import { WellnessBadges } from './wellness-badges';

const route = getRouteApi('/signed-in/admin/devices/$id');

export function DevicePage() {
  const t = useTranslations('admin.device');
  const { id } = route.useParams();
  return (
    <>
      <BackLink to="/admin/devices">{t('back')}</BackLink>
      <OnePage query={useQuery(deviceQuery(Number(id)))} title={t('title', { id })} height={640}>
        {(device) => <DeviceDetails key={device.id} device={device} />}
      </OnePage>
    </>
  );
}

function DeviceDetails({ device }: { device: Device }) {
  // Which cards there are depends on the driver: what came later would push the rest down.
  const drivers = useQuery(driversQuery);
  const driver = drivers.data?.find(({ name }) => name === device.driver);
  return (
    <>
      <PageHeader
        title={device.name}
        description={<Wellness device={device} />}
        actions={<DeviceActions device={device} />}
      />
      {drivers.isPending ? <BlockSkeleton height={640} /> : <Cards device={device} driver={driver} />}
    </>
  );
}

function Cards({ device, driver }: { device: Device; driver: Driver | undefined }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg">
        {driver?.capabilities.pairing && <LinkCard device={device} />}
        <HealthCard device={device} />
        <OutcomesCard device={device} />
        <UsageCard device={device} />
      </Stack>
      <Stack gap="lg">
        <CallbackCard device={device} />
        <SettingsCard device={device} />
        <FreeDeliveriesCard of={{ device_id: device.id }} />
      </Stack>
    </SimpleGrid>
  );
}

/** What its state, health and rest mean for the sends. */
function Wellness({ device }: { device: Device }) {
  const t = useTranslations('admin.device.summary');
  const { state, health, rest } = device;
  const isResting = health === 'well' && rest.level !== 'none';
  return (
    <Group component="span" gap="xs" mt={4}>
      <WellnessBadges device={device} />
      <Text span inherit>
        {t(state !== 'active' ? state : isResting ? 'resting' : health)}
      </Text>
    </Group>
  );
}
