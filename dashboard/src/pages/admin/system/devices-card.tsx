import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TextLink } from '../../../components/links';
import { Section } from '../../../components/section';
import { useFormat } from '../../../i18n/use-format';
import { HealthBadge, RestBadge, StateBadge } from '../devices/wellness-badges';
import type { System } from './api';

const BADGES = {
  well: <HealthBadge health="well" />,
  degraded: <HealthBadge health="degraded" />,
  restricted: <HealthBadge health="restricted" />,
  disconnected: <HealthBadge health="disconnected" />,
  not_linked: <HealthBadge health="not_linked" />,
  resting: <RestBadge />,
  draining: <StateBadge state="draining" />,
} as const satisfies Record<keyof System['devices'], ReactNode>;

/** How many active devices are how, and how many drain. */
export function DevicesCard({ devices }: Pick<System, 'devices'>) {
  const t = useTranslations('admin.system.devices');
  const { number } = useFormat();
  const present = Object.entries(BADGES)
    .map(([name, badge]) => ({ name, badge, count: devices[name as keyof typeof BADGES] }))
    .filter(({ count }) => count > 0);
  return (
    <Section title={t('title')} aside={<TextLink to="/admin/devices">{t('manage')}</TextLink>}>
      {present.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      <Stack gap="xs">
        {present.map(({ name, badge, count }) => (
          <Group key={name} justify="space-between">
            {badge}
            <Text fw={600}>{number(count)}</Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
