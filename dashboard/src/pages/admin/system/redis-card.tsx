import { Badge, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Section } from '../../../components/section';
import type { System } from './api';

const COLORS = { up: 'teal', down: 'red', unused: 'gray' } as const;

export function RedisCard({ redis: { state } }: Pick<System, 'redis'>) {
  const t = useTranslations('admin.system.redis');
  return (
    <Section title={t('title')}>
      <Stack gap="xs" align="flex-start">
        <Badge variant="light" color={COLORS[state]} tt="none">
          {t(state)}
        </Badge>
        <Text size="sm" c="dimmed">
          {t(`text.${state}`)}
        </Text>
      </Stack>
    </Section>
  );
}
