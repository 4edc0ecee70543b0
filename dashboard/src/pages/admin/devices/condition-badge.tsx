import { useTranslations } from 'use-intl';
import { Tag } from '../../../components/tag';
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
  return <Tag color={COLORS[condition]}>{t(condition)}</Tag>;
}
