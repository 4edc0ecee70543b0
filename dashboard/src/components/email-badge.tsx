import { useTranslations } from '../i18n';
import { Tag } from './tag';

export function EmailBadge({ isVerified }: { isVerified: boolean }) {
  const t = useTranslations('account.profile');
  return <Tag tone={isVerified ? 'good' : 'attention'}>{t(isVerified ? 'verified' : 'unverified')}</Tag>;
}
