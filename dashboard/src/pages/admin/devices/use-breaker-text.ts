import { useTranslations } from 'use-intl';
import type { components } from '../../../api/schema';
import { useFormat } from '../../../i18n/use-format';

type DeviceBreaker = components['schemas']['DeviceBreaker'];

/** What the breaker of a device says, in one line. */
export function useBreakerText(): (breaker: DeviceBreaker) => string {
  const t = useTranslations('admin.device.health');
  const { time } = useFormat();
  return ({ failures, last, rest, until }) => {
    if (failures === 0) return t('breakerIdle');
    const parts = [
      t(`rest.${rest}`),
      t('breakerFailures', { failures }),
      ...(last === null ? [] : [t('breakerLast', { last })]),
      ...(until ? [t('breakerUntil', { until: time(until) })] : []),
    ];
    return parts.join(' · ');
  };
}
