import { useThingText } from '../../../components/audit/use-thing-text';
import { DeviceLink, UserLink } from '../links';
import type { AuditEntry } from './api';

/** What was changed, with the way to it where it has a page here. */
export function AuditTarget({ target, target_name: name }: Pick<AuditEntry, 'target' | 'target_name'>) {
  const thingText = useThingText();
  const [kind, id] = target.split(':');
  const text = name ?? thingText(target);
  if (kind === 'user' && id !== undefined && id !== 'unknown') return <UserLink id={id}>{text}</UserLink>;
  if (kind === 'device' && id !== undefined) return <DeviceLink id={id}>{text}</DeviceLink>;
  return text;
}
