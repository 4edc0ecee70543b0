import { useMe } from '../../api/session';
import { AuditEvent, ClientInfo } from '../../components/audit/audit-cells';
import { AuditDetail } from '../../components/audit/audit-detail';
import { useTargetText } from '../../components/audit/audit-texts';
import { type Column, DataTable } from '../../components/data-table';
import { Hint } from '../../components/hint';
import { useFormat, useTranslations } from '../../i18n';
import type { SecurityLogEntry } from './api';

export function SecurityLog({ entries }: { entries: readonly SecurityLogEntry[] }) {
  const t = useTranslations('security.log');
  const { time } = useFormat();
  const columns: Column<SecurityLogEntry>[] = [
    { key: 'time', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    {
      key: 'action',
      label: t('columns.action'),
      render: (entry) => <AuditEvent {...entry} by={<By {...entry} />} />,
    },
    { key: 'detail', label: t('columns.detail'), render: (entry) => <Detail {...entry} /> },
    { key: 'from', label: t('columns.from'), render: (entry) => <ClientInfo {...entry} /> },
  ];
  return <DataTable label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

/** Names the actor, if it was another member or somebody of the service. */
function By({ by, member }: Pick<SecurityLogEntry, 'by' | 'member'>) {
  const t = useTranslations('security.log.by');
  const { username } = useMe();
  if (by === 'administrator' || by === 'operator') return <Hint size="xs">{t(by)}</Hint>;
  return member !== null && member !== username && <Hint size="xs">{member}</Hint>;
}

function Detail({ action, target, detail }: SecurityLogEntry) {
  const targetText = useTargetText();
  return (
    <>
      {/^(api_key|webhook):/.test(target) && targetText(target)}
      <AuditDetail action={action} detail={detail} />
    </>
  );
}
