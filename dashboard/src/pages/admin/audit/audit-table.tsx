import { useMe } from '../../../api/session';
import { AuditEvent, ClientInfo } from '../../../components/audit/audit-cells';
import { AuditDetail } from '../../../components/audit/audit-detail';
import { useTargetText } from '../../../components/audit/audit-texts';
import { type Column, DataTable } from '../../../components/data-table';
import { useFormat, useTranslations } from '../../../i18n';
import { DeviceLink, UserLink } from '../links';
import type { AuditEntry } from './api';

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslations('admin.audit');
  const { time } = useFormat();
  const columns: Column<AuditEntry>[] = [
    { key: 'time', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    { key: 'actor', label: t('columns.actor'), render: (entry) => <Actor {...entry} /> },
    { key: 'action', label: t('columns.action'), render: (entry) => <AuditEvent {...entry} /> },
    { key: 'target', label: t('columns.target'), render: (entry) => <AuditTarget {...entry} /> },
    { key: 'detail', label: t('columns.detail'), render: (entry) => <AuditDetail {...entry} /> },
    { key: 'from', label: t('columns.from'), render: (entry) => <ClientInfo {...entry} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function Actor({ actor_id: id, actor, actor_kind: kind }: AuditEntry) {
  const t = useTranslations('admin.audit');
  const isMe = useMe().id === id;
  if (id === null) return t(kind === 'shell' ? 'shell' : 'nobody');
  return <UserLink id={id}>{isMe ? t('you') : (actor ?? t('userId', { id: String(id) }))}</UserLink>;
}

/** The target of an entry, with a link if it has a page. */
function AuditTarget({ target, target_name: name }: Pick<AuditEntry, 'target' | 'target_name'>) {
  const targetText = useTargetText();
  const [kind, id] = target.split(':');
  const text = name ?? targetText(target);
  if (kind === 'user' && id !== undefined && id !== 'unknown') return <UserLink id={id}>{text}</UserLink>;
  if (kind === 'device' && id !== undefined) return <DeviceLink id={id}>{text}</DeviceLink>;
  return text;
}
