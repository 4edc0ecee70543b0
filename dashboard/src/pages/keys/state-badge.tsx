import { useTranslations } from 'use-intl';
import type { ApiKeyState } from '../../api/api-keys';
import { Tag } from '../../components/tag';
import { STATE_TONES, TONES } from '../../components/tones';

/** Whether a key works. */
export function StateBadge({ state }: { state: ApiKeyState }) {
  const t = useTranslations('keys.state');
  return <Tag color={TONES[STATE_TONES.apiKey[state]]}>{t(state)}</Tag>;
}
