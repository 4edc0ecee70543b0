import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Loaded } from '../../../components/loaded';
import { PageHeader } from '../../../components/page-header';
import { BlockSkeleton } from '../../../components/skeletons';
import { BackLink } from '../back-link';
import { CallbackCard } from './callback-card';
import { ConditionBadge } from './condition-badge';
import { DeviceActions } from './device-actions';
import { HealthCard } from './health-card';
import { LinkCard } from './link-card';
import { OutcomesCard } from './outcomes-card';
import { deviceQuery, type Device } from './queries';
import { SettingsCard } from './settings-card';
import { UsageCard } from './usage-card';

const route = getRouteApi('/signed-in/admin/devices/$id');

export function DevicePage() {
  const t = useTranslations('admin.device');
  const { id } = route.useParams();
  return (
    <>
      <BackLink to="/admin/devices">{t('back')}</BackLink>
      <Loaded query={useQuery(deviceQuery(Number(id)))} skeleton={<BlockSkeleton height={640} />}>
        {(device) => <DeviceDetails device={device} />}
      </Loaded>
    </>
  );
}

function DeviceDetails({ device }: { device: Device }) {
  return (
    <>
      <PageHeader
        title={device.name}
        description={<Standing device={device} />}
        actions={<DeviceActions device={device} />}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <LinkCard device={device} />
          <HealthCard device={device} />
          <OutcomesCard device={device} />
          <UsageCard device={device} />
        </Stack>
        <Stack gap="lg">
          <CallbackCard device={device} />
          <SettingsCard device={device} />
        </Stack>
      </SimpleGrid>
    </>
  );
}

/** Its condition, and what that means for the sends. */
function Standing({ device: { condition } }: { device: Device }) {
  const t = useTranslations('admin.device.summary');
  return (
    <Group component="span" gap="xs" mt={4}>
      <ConditionBadge condition={condition} />
      <Text span inherit>
        {t(condition)}
      </Text>
    </Group>
  );
}
