import { Tag } from '../../../components/tag';
import { useFormat, useTranslations } from '../../../i18n';
import type { Device } from './api';
import { standingOf } from './standing.rules';

/** What a device is good for just now, in a word. */
export function StandingBadge({ device }: { device: Device }) {
  const t = useTranslations('admin.devices.standing');
  const { standing, tone } = standingOf(device);
  return <Tag tone={tone}>{t(standing)}</Tag>;
}

/** The same in a line: what it means for the sends, until when, and what to do. */
export function useStandingText(): (device: Device) => string {
  const t = useTranslations('admin.device.summary');
  const { time } = useFormat();
  return (device) => {
    const { standing, until } = standingOf(device);
    return [
      t(standing),
      ...(until === null ? [] : [t(standing === 'knownOnly' ? 'untilNew' : 'until', { until: time(until) })]),
    ].join(' ');
  };
}
