import { Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { RowLink } from '../../../components/links';
import { TimeAgo } from '../../../components/time-ago';
import { useFormat, useTranslations } from '../../../i18n';
import type { DevicesSearch } from '../search';
import type { Device } from './api';
import { DeviceStatusBadge } from './device-status';
import { DriverTitle } from './driver-title';

interface Props {
  devices: readonly Device[];
  /** Search for the link back from a device. */
  search: DevicesSearch;
}

export function DeviceTable({ devices, search }: Props) {
  const t = useTranslations('admin.devices');
  const { number, percent } = useFormat();
  const columns: Column<Device>[] = [
    {
      key: 'name',
      compact: 'start',
      label: t('columns.name'),
      render: (device) => <DeviceName device={device} search={search} />,
    },
    {
      key: 'health',
      compact: 'end',
      label: t('columns.health'),
      render: (device) => <DeviceStatusBadge device={device} />,
    },
    { key: 'used', compact: 'below', label: t('columns.used'), render: (device) => <Used device={device} /> },
    {
      key: 'seen',
      label: t('columns.seen'),
      render: ({ last_probe: probe }) => (probe === null ? t('never') : <TimeAgo value={probe.at} />),
    },
    { key: 'weight', label: t('columns.weight'), isNumber: true, render: ({ weight }) => number(weight) },
    {
      key: 'score',
      label: t('columns.score'),
      isNumber: true,
      render: ({ score }) => (
        <Text span inherit fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {score === null ? '–' : percent(score)}
        </Text>
      ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={devices} rowKey={({ id }) => id} />;
}

interface NameProps extends Pick<Props, 'search'> {
  device: Device;
}

function DeviceName({ device: { id, name, driver }, search }: NameProps) {
  return (
    // Fixed width: the title of the driver loads later.
    <Stack gap={0} w={{ md: 240 }} style={{ overflowWrap: 'anywhere' }}>
      <RowLink to="/admin/devices/$id" params={{ id: String(id) }} state={{ list: search }} fw={600}>
        {name}
      </RowLink>
      <Hint>
        <DriverTitle name={driver} />
      </Hint>
    </Stack>
  );
}

function Used({ device: { allowances } }: { device: Device }) {
  const t = useTranslations('admin.devices');
  if (allowances.length === 0) {
    return <Hint>{t('unlimited')}</Hint>;
  }
  return (
    <Stack gap={2}>
      {allowances.map(({ allowance, used, cap }) => (
        <Text key={allowance} size="sm">
          {t('allowanceOf', { name: t(`allowance.${allowance}`), used, cap })}
        </Text>
      ))}
    </Stack>
  );
}
