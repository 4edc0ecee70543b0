import { Tag } from '../../../components/tag';
import { useFormat, useTranslations } from '../../../i18n';
import type { Device } from './api';
import { deviceStatusOf } from './device-status.rules';

export function DeviceStatusBadge({ device }: { device: Device }) {
  const t = useTranslations('admin.devices.status');
  const { status, tone } = deviceStatusOf(device);
  return <Tag tone={tone}>{t(status)}</Tag>;
}

/** The status as a sentence: its effect, its end, and what to do. */
export function useDeviceStatusText(): (device: Device) => string {
  const t = useTranslations('admin.device.summary');
  const { time } = useFormat();
  return (device) => {
    const { status, until } = deviceStatusOf(device);
    return [
      t(status),
      ...(until === null ? [] : [t(status === 'knownOnly' ? 'untilNew' : 'until', { until: time(until) })]),
    ].join(' ');
  };
}
