import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataTable } from '../../../components/data-table';
import { RowLink } from '../../../components/links';
import { MaskedPhone } from '../../../components/masked-phone';
import { ModeBadge } from '../../../components/mode-badge';
import { StatusBadge } from '../../../components/status-badge';
import { useFormat, useTranslations } from '../../../i18n';
import { DeviceLink, UserLink } from '../links';
import type { AdminMessage } from './api';

const list = getRouteApi('/signed-in/admin/messages');

export function MessageTable({ messages }: { messages: readonly AdminMessage[] }) {
  const t = useTranslations('admin.messages');
  const why = useTranslations('shared.reason');
  const { time } = useFormat();
  const columns: Column<AdminMessage>[] = [
    {
      key: 'message',
      compact: 'below',
      label: t('columns.message'),
      render: (message) => <MessageName message={message} />,
    },
    { key: 'time', compact: 'below', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    {
      key: 'user',
      compact: 'below',
      isCut: true,
      label: t('columns.user'),
      render: ({ user_id: id, username }) => <UserLink id={id}>{username ?? `#${id}`}</UserLink>,
    },
    {
      key: 'recipient',
      compact: 'start',
      label: t('columns.recipient'),
      render: ({ recipient }) => <MaskedPhone value={recipient} />,
    },
    {
      key: 'brand',
      compact: 'last',
      isCut: true,
      label: t('columns.brand'),
      render: ({ company_name: brand }) => brand,
    },
    {
      key: 'device',
      compact: 'last',
      isCut: true,
      label: t('columns.device'),
      render: ({ device_id: id, device }) =>
        id === null ? '–' : <DeviceLink id={id}>{device ?? `#${id}`}</DeviceLink>,
    },
    {
      key: 'status',
      compact: 'end',
      label: t('columns.status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'reason',
      compact: 'last',
      isCut: true,
      label: t('columns.reason'),
      render: ({ status, reason }) => status === 'failed' && reason !== null && why(reason),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={messages} rowKey={({ id }) => id} />;
}

function MessageName({ message: { id, livemode } }: { message: AdminMessage }) {
  return (
    <>
      <RowLink to="/admin/messages/$id" params={{ id: String(id) }} search={list.useSearch()} fw={600}>
        #{id}
      </RowLink>{' '}
      {!livemode && <ModeBadge mode="test" />}
    </>
  );
}
