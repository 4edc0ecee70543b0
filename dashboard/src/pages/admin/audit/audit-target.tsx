import { useTranslations } from 'use-intl';
import { TextLink } from '../../../components/links';

/** What was changed, with the way to it; a kind that has no page here stays as the service writes it. */
export function AuditTarget({ target }: { target: string }) {
  const t = useTranslations('admin.audit');
  const [kind, id] = target.split(':');
  if (id === undefined) return target;
  if (kind === 'user' && id !== 'unknown') {
    return (
      <TextLink to="/admin/users/$id" params={{ id }} inherit>
        {t('userId', { id })}
      </TextLink>
    );
  }
  if (kind === 'device') {
    return (
      <TextLink to="/admin/devices/$id" params={{ id }} inherit>
        {t('deviceId', { id })}
      </TextLink>
    );
  }
  return target;
}
