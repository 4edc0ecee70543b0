import { useTranslations } from 'use-intl';
import { TONES } from '../../../components/tones';
import type { Allowance } from './api';
import { Meter } from './meter';

/** How much of one of its limits a device has used in the current window. */
export function AllowanceMeter({ allowance: { allowance, cap, used } }: { allowance: Allowance }) {
  const t = useTranslations('admin');
  const share = cap === 0 ? 1 : used / cap;
  return (
    <Meter
      label={t(`devices.allowance.${allowance}`)}
      text={t('device.usage.left', { used, cap })}
      share={share}
      color={share >= 1 ? TONES.waiting : undefined}
    />
  );
}
