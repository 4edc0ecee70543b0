import { Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { TextLink } from '../../../components/links';
import { Section } from '../../../components/section';
import { useFormat } from '../../../i18n/use-format';
import { ConditionBadge } from '../devices/condition-badge';
import type { System } from './api';

const CONDITIONS = [
  'available',
  'cooling',
  'degraded',
  'restricted',
  'disconnected',
  'not_linked',
  'draining',
] as const satisfies readonly (keyof System['devices'])[];

/** How many devices are how. */
export function DevicesCard({ devices }: Pick<System, 'devices'>) {
  const t = useTranslations('admin.system.devices');
  const { number } = useFormat();
  const present = CONDITIONS.filter((condition) => devices[condition] > 0);
  return (
    <Section title={t('title')} aside={<TextLink to="/admin/devices">{t('manage')}</TextLink>}>
      {present.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      <Stack gap="xs">
        {present.map((condition) => (
          <Group key={condition} justify="space-between">
            <ConditionBadge condition={condition} />
            <Text fw={600}>{number(devices[condition])}</Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
