import { Badge } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { ApiKeyState } from '../../api/api-keys';

const COLORS = { active: 'teal', inactive: 'gray', expired: 'red' } as const satisfies Record<
  ApiKeyState,
  string
>;

/** Whether a key works. */
export function StateBadge({ state }: { state: ApiKeyState }) {
  const t = useTranslations('keys.state');
  return (
    <Badge variant="light" color={COLORS[state]} tt="none" miw="max-content">
      {t(state)}
    </Badge>
  );
}
