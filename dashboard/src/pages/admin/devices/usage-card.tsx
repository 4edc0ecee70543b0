import { Stack, Text } from '@mantine/core';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import type { Allowance, Device } from './api';
import { Meter } from './meter';

export function UsageCard({ device: { allowances } }: { device: Device }) {
  const t = useTranslations('admin.device.usage');
  const { time } = useFormat();
  return (
    <Section title={t('title')}>
      {allowances.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <Stack>
          {allowances.map((allowance) => (
            <Stack key={allowance.allowance} gap={4}>
              <AllowanceMeter allowance={allowance} />
              <Hint size="xs">{t('resets', { at: time(allowance.resets_at) })}</Hint>
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  );
}

function AllowanceMeter({ allowance: { allowance, cap, used } }: { allowance: Allowance }) {
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
