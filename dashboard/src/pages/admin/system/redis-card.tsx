import { Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { TONES } from '../../../components/tones';
import type { System } from './api';

const COLORS = { up: TONES.good, down: TONES.needsYou, unused: TONES.off };

export function RedisCard({ redis: { state } }: Pick<System, 'redis'>) {
  const t = useTranslations('admin.system.redis');
  return (
    <Section title={t('title')}>
      <Stack gap="xs" align="flex-start">
        <Tag color={COLORS[state]}>{t(state)}</Tag>
        <Hint>{t(`text.${state}`)}</Hint>
      </Stack>
    </Section>
  );
}
