import { useTranslations } from 'use-intl';
import { DeviceLink, UserLink } from '../links';

/** What was changed, with the way to it; a kind that has no page here stays as the service writes it. */
export function AuditTarget({ target }: { target: string }) {
  const t = useTranslations('admin.audit');
  const [kind, id] = target.split(':');
  if (id === undefined) return target;
  if (kind === 'user' && id !== 'unknown') {
    return <UserLink id={id}>{t('userId', { id })}</UserLink>;
  }
  if (kind === 'device') {
    return <DeviceLink id={id}>{t('deviceId', { id })}</DeviceLink>;
  }
  return target;
}
