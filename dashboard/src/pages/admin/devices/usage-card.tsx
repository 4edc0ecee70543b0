import { Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Section } from '../../../components/section';
import { useFormat } from '../../../i18n/use-format';
import { AllowanceMeter } from './allowance-meter';
import type { Device } from './api';

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
              <Text size="xs" c="dimmed">
                {t('resets', { at: time(allowance.resets_at) })}
              </Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  );
}
