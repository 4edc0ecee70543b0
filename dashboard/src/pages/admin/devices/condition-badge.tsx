import { Badge } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Condition } from './api';

const COLORS = {
  available: 'teal',
  cooling: 'orange',
  degraded: 'orange',
  restricted: 'red',
  disconnected: 'red',
  not_linked: 'gray',
  draining: 'blue',
  disabled: 'gray',
} as const satisfies Record<Condition, string>;

export function ConditionBadge({ condition }: { condition: Condition }) {
  const t = useTranslations('admin.devices.condition');
  return (
    <Badge variant="light" color={COLORS[condition]} tt="none" miw="max-content">
      {t(condition)}
    </Badge>
  );
}
