import { useTranslations } from 'use-intl';
import { DeviceLink, UserLink } from '../links';
import type { AuditEntry } from './api';

/** What was changed, with the way to it; a kind that has no page here stays as the service writes it. */
export function AuditTarget({ target, target_name: name }: Pick<AuditEntry, 'target' | 'target_name'>) {
  const t = useTranslations('admin');
  const [kind, id] = target.split(':');
  if (id === undefined) return target;
  if (kind === 'user' && id !== 'unknown') {
    return <UserLink id={id}>{name ?? t('audit.userId', { id })}</UserLink>;
  }
  if (kind === 'device') {
    return <DeviceLink id={id}>{name ?? t('device.title', { id })}</DeviceLink>;
  }
  return target;
}
