import { Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Tag } from '../../../components/tag';
import type { Device } from './api';

const STATES = { active: 'teal', draining: 'blue', disabled: 'gray' } as const;

const HEALTHS = {
  well: 'teal',
  degraded: 'orange',
  restricted: 'red',
  disconnected: 'red',
  not_linked: 'gray',
} as const;

export function StateBadge({ state }: Pick<Device, 'state'>) {
  const t = useTranslations('admin.devices.state');
  return <Tag color={STATES[state]}>{t(state)}</Tag>;
}

export function HealthBadge({ health }: Pick<Device, 'health'>) {
  const t = useTranslations('admin.devices.health');
  return <Tag color={HEALTHS[health]}>{t(health)}</Tag>;
}

export function RestBadge() {
  const t = useTranslations('admin.devices');
  return <Tag color="orange">{t('resting')}</Tag>;
}

/** Its state where it is not active; else its health, and whether it rests. */
export function WellnessBadges({ device: { state, health, rest } }: { device: Device }) {
  if (state !== 'active') return <StateBadge state={state} />;
  return (
    <Group component="span" gap={4}>
      <HealthBadge health={health} />
      {rest.level !== 'none' && <RestBadge />}
    </Group>
  );
}
