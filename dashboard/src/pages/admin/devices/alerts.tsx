import { Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../../components/data-table';
import { EmptyState } from '../../../components/empty-state';
import { GatewayNote } from '../../../components/gateway-note';
import { Loaded } from '../../../components/loaded';
import { PagedList } from '../../../components/paged-list';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { STATE_TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import { DeviceLink } from '../links';
import { alertsQuery, type DeviceAlert, deviceAlertsQuery, devicesQuery } from './api';

interface Props {
  page: number | undefined;
  onPage: (page: number) => void;
}

/** The operator's alerts about devices, newest first. */
export function Alerts({ page, onPage }: Props) {
  const t = useTranslations('admin.devices.alerts');
  return (
    <Section title={t('title')}>
      <PagedList
        query={useQuery(alertsQuery(page))}
        rows={3}
        empty={<EmptyState icon={IconShieldCheck} title={t('none')} text={t('noneText')} />}
        onPage={onPage}
      >
        {(items) => <AlertTable alerts={items} />}
      </PagedList>
    </Section>
  );
}

/** The newest alerts of one device. */
export function DeviceAlerts({ id }: { id: number }) {
  const t = useTranslations('admin.devices.alerts');
  return (
    <Section title={t('title')}>
      <Loaded query={useQuery(deviceAlertsQuery(id))} rows={1}>
        {({ items }) =>
          items.length === 0 ? <Text c="dimmed">{t('none')}</Text> : <AlertTable alerts={items} isOfOne />
        }
      </Loaded>
    </Section>
  );
}

interface TableProps {
  alerts: readonly DeviceAlert[];
  isOfOne?: boolean;
}

function AlertTable({ alerts, isOfOne = false }: TableProps) {
  const t = useTranslations('admin.devices.alerts');
  const device: Column<DeviceAlert> = {
    key: 'device',
    label: t('device'),
    render: ({ device_id: id }) => <AlertedDevice id={id} />,
  };
  const columns: Column<DeviceAlert>[] = [
    ...(isOfOne ? [] : [device]),
    {
      key: 'kind',
      label: t('kind'),
      render: ({ kind }) => <Tag tone={STATE_TONES.deviceAlert[kind]}>{t(`kinds.${kind}`)}</Tag>,
    },
    { key: 'detail', label: t('detail'), render: (alert) => <Detail alert={alert} /> },
    { key: 'raised', label: t('raised'), render: ({ raised_at: at }) => <TimeAgo value={at} /> },
    { key: 'ended', label: t('ended'), render: (alert) => <End alert={alert} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={alerts} rowKey={({ id }) => id} />;
}

/** Shows the name if the device is on the first page of the list, otherwise the ID. */
function AlertedDevice({ id }: { id: number }) {
  const t = useTranslations('admin.device');
  const { data } = useQuery({ ...devicesQuery(), refetchInterval: false });
  const name = data?.items.find((device) => device.id === id)?.name;
  return <DeviceLink id={id}>{name ?? t('title', { id: String(id) })}</DeviceLink>;
}

function End({ alert: { ended_at: endedAt } }: { alert: DeviceAlert }) {
  const t = useTranslations('admin.devices.alerts');
  const format = useFormat();
  if (endedAt !== null) return format.time(endedAt);
  return (
    <Text span inherit fw={600} c="var(--mantine-color-error)">
      {t('ongoing')}
    </Text>
  );
}

function Detail({ alert: { kind, messages, cause, until } }: { alert: DeviceAlert }) {
  const t = useTranslations('admin.devices.alerts.details');
  const { time } = useFormat();
  const isCounted =
    messages !== null && (kind === 'failing' || kind === 'degraded' || kind === 'free_deliveries');
  return (
    <>
      {isCounted && <Text size="sm">{t(kind, { messages })}</Text>}
      {until !== null && <Text size="sm">{t('restricted', { until: time(until) })}</Text>}
      <GatewayNote words={cause} />
    </>
  );
}
