import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useMe } from '../../../api/session';
import { DataTable, type Column } from '../../../components/data-table';
import { TextLink } from '../../../components/links';
import { useFormat } from '../../../i18n/use-format';
import { AuditDetail } from './audit-detail';
import { AuditTarget } from './audit-target';
import type { AuditEntry } from './queries';
import { useActionText } from './use-action-text';

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslations('admin.audit');
  const { time } = useFormat();
  const actionText = useActionText();
  const columns: Column<AuditEntry>[] = [
    { key: 'time', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    { key: 'actor', label: t('columns.actor'), render: ({ actor_id: id }) => <Actor id={id} /> },
    {
      key: 'action',
      label: t('columns.action'),
      render: ({ action }) => (
        <Text span inherit fw={600}>
          {actionText(action)}
        </Text>
      ),
    },
    { key: 'target', label: t('columns.target'), render: ({ target }) => <AuditTarget target={target} /> },
    { key: 'detail', label: t('columns.detail'), render: ({ detail }) => <AuditDetail detail={detail} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function Actor({ id }: { id: number }) {
  const t = useTranslations('admin.audit');
  const isMe = useMe().id === id;
  return (
    <TextLink to="/admin/users/$id" params={{ id: String(id) }} inherit>
      {isMe ? t('you') : t('userId', { id: String(id) })}
    </TextLink>
  );
}
