import { useTranslations } from '../i18n';
import { Tag } from './tag';

/** Whether somebody has shown that the address is theirs. */
export function EmailBadge({ isVerified }: { isVerified: boolean }) {
  const t = useTranslations('account.profile');
  return <Tag tone={isVerified ? 'good' : 'attention'}>{t(isVerified ? 'verified' : 'unverified')}</Tag>;
}
