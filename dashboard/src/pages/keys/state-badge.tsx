import { useTranslations } from 'use-intl';
import type { ApiKeyState } from '../../api/api-keys';
import { Tag } from '../../components/tag';

const COLORS = { active: 'teal', inactive: 'gray', expired: 'red' } as const satisfies Record<
  ApiKeyState,
  string
>;

/** Whether a key works. */
export function StateBadge({ state }: { state: ApiKeyState }) {
  const t = useTranslations('keys.state');
  return <Tag color={COLORS[state]}>{t(state)}</Tag>;
}
