import { Badge } from '@mantine/core';
import type { ApiKey } from '../api/api-keys';
import { useTranslations } from '../i18n';
import { MARKS } from './tones';

const COLORS = { live: MARKS.plain, test: MARKS.special } as const satisfies Record<ApiKey['mode'], string>;

export function ModeBadge({ mode }: { mode: ApiKey['mode'] }) {
  const t = useTranslations('shared.mode');
  return (
    <Badge variant="outline" size="sm" color={COLORS[mode]} tt="none">
      {t(mode)}
    </Badge>
  );
}
