import { useTranslations } from 'use-intl';
import { Tag } from './tag';
import { TONES } from './tones';

const COLORS = {
  pending: TONES.waiting,
  sent: 'blue',
  delivered: TONES.good,
  failed: TONES.broken,
} as const;

export type Status = keyof typeof COLORS;

/** The status of a message, in a word and a colour. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslations('common.status');
  return <Tag color={COLORS[status]}>{t(status)}</Tag>;
}
