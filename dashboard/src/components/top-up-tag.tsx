import type { TopUpRequest } from '../api/top-ups';
import { useTranslations } from '../i18n';
import { Tag } from './tag';
import { STATE_TONES } from './tones';

export function TopUpTag({ status }: Pick<TopUpRequest, 'status'>) {
  const t = useTranslations('credit.topUps.status');
  return <Tag tone={STATE_TONES.topUp[status]}>{t(status)}</Tag>;
}
