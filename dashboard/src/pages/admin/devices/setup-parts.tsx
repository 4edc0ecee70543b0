import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLoader2, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state';
import { GatewayNote } from '../../../components/gateway-note';
import { ButtonLink } from '../../../components/links';
import { TONES } from '../../../components/tones';
import { useTranslations } from '../../../i18n';
import { type Device, type Driver, useDeviceChanges } from './api';
import { SendToSelf } from './send-to-self';
import { TestButton } from './test-button';
import { useDriverWords } from './use-driver-words';

interface Props {
  device: Device;
  driver: Driver;
}

/** The result of the last connection test, and possible causes of a failure. */
export function ConnectionStep({ device, driver }: Props) {
  const t = useTranslations('admin.setup.connection');
  const finding = useTranslations('admin.device.finding');
  const words = useDriverWords();
  const { last_probe: probe } = device;
  return (
    <Stack gap="sm" align="flex-start">
      {probe !== null && !probe.connected && (
        <Alert color={TONES.broken} icon={<IconAlertTriangle aria-hidden />} title={t('failed')} w="100%">
          {finding(probe.finding)}
          <GatewayNote words={probe.detail} />
        </Alert>
      )}
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        <List.Item>{t('checkAddress', { address: device.base_url })}</List.Item>
        <List.Item>{t('checkToken', { driver: words.title(driver) })}</List.Item>
        {!driver.capabilities.pairing && <List.Item>{t('checkPhone')}</List.Item>}
      </List>
      <Group gap="sm">
        <TestButton device={device} />
        <ButtonLink variant="default" to="/admin/devices/$id/edit" params={{ id: String(device.id) }}>
          {t('edit')}
        </ButtonLink>
      </Group>
    </Stack>
  );
}

export function MessageStep({ device }: Pick<Props, 'device'>) {
  const t = useTranslations('admin.setup.message');
  return (
    <Stack gap="sm">
      <SendToSelf device={device} />
      <Group gap="xs" role="status">
        <IconLoader2 size={18} aria-hidden />
        <Text size="sm">{t('waiting')}</Text>
      </Group>
    </Stack>
  );
}

export function StartStep({ device: { id } }: Pick<Props, 'device'>) {
  const t = useTranslations('admin.setup.start');
  const { update } = useDeviceChanges();
  const start = useMutation({ mutationFn: () => update(id, { state: 'active' }) });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('submit')}
      </Button>
      {start.error && <ErrorState error={start.error} />}
    </Stack>
  );
}
