import { useTranslations } from 'use-intl';
import type { Schemas } from '../../../api/client';
import { useFormat } from '../../../i18n/use-format';

type DeviceRest = Schemas['DeviceRest'];

/** How a device rests and why, in one line. */
export function useRestText(): (rest: DeviceRest) => string {
  const t = useTranslations('admin.device.health');
  const { time } = useFormat();
  return ({ level, until, failures, last }) => {
    if (failures === 0) return t('restNone');
    const parts = [
      t(`rest.${level}`),
      t('restFailures', { failures }),
      ...(last === null ? [] : [t('restLast', { last: t(`failure.${last}`) })]),
      ...(until ? [t('restUntil', { until: time(until) })] : []),
    ];
    return parts.join(' · ');
  };
}
