import { useTranslations } from 'use-intl';
import type { Allowance } from './api';
import { Meter } from './meter';

const NEARLY_FULL = 0.8;

/** How much of one of its limits a device has used in the current window. */
export function AllowanceMeter({ allowance: { allowance, cap, used } }: { allowance: Allowance }) {
  const t = useTranslations('admin');
  const share = cap === 0 ? 1 : used / cap;
  return (
    <Meter
      label={t(`devices.allowance.${allowance}`)}
      text={t('device.usage.left', { used, cap })}
      share={share}
      color={share >= 1 ? 'red' : share >= NEARLY_FULL ? 'orange' : undefined}
    />
  );
}
