import { Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Hint } from '../../../components/hint';
import { Section } from '../../../components/section';
import { Tag } from '../../../components/tag';
import { STATE_TONES, TONES } from '../../../components/tones';
import type { System } from './api';

export function RedisCard({ redis: { state } }: Pick<System, 'redis'>) {
  const t = useTranslations('admin.system.redis');
  return (
    <Section title={t('title')}>
      <Stack gap="xs" align="flex-start">
        <Tag color={TONES[STATE_TONES.redis[state]]}>{t(state)}</Tag>
        <Hint>{t(`text.${state}`)}</Hint>
      </Stack>
    </Section>
  );
}
