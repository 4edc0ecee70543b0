import { Button } from '@mantine/core';
import { type Column, DataTable } from '../../../components/data-table';
import { Tag } from '../../../components/tag';
import { TimeAgo } from '../../../components/time-ago';
import { STATE_TONES } from '../../../components/tones';
import { useFormat, useTranslations } from '../../../i18n';
import { UserLink } from '../links';
import type { Invitation } from './api';

interface Props {
  invitations: readonly Invitation[];
  onRevoke: (invitation: Invitation) => void;
}

export function InvitationTable({ invitations, onRevoke }: Props) {
  const t = useTranslations('admin.invitations');
  const { day } = useFormat();
  const columns: Column<Invitation>[] = [
    { key: 'email', compact: 'start', label: t('columns.email'), render: (row) => <Invited {...row} /> },
    {
      key: 'state',
      compact: 'below',
      label: t('columns.state'),
      render: ({ status }) => <Tag tone={STATE_TONES.invitation[status]}>{t(`status.${status}`)}</Tag>,
    },
    {
      key: 'since',
      compact: 'below',
      label: t('columns.since'),
      render: ({ created_at: at }) => <TimeAgo value={at} />,
    },
    { key: 'until', label: t('columns.until'), render: ({ expires_at: at }) => day(at) },
    {
      key: 'action',
      compact: 'end',
      label: t('columns.action'),
      render: (invitation) =>
        invitation.status === 'open' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('revokeTitle', { email: invitation.email })}
            onClick={() => onRevoke(invitation)}
          >
            {t('revoke')}
          </Button>
        ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}

function Invited({ email, user_id: userId }: Invitation) {
  return userId === null ? email : <UserLink id={userId}>{email}</UserLink>;
}
