import { Badge, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { TextLink } from '../../../components/links';
import { MaskedPhone } from '../../../components/masked-phone';
import { Money } from '../../../components/money';
import { StatusBadge } from '../../../components/status-badge';
import { useFormat } from '../../../i18n/use-format';
import { DeviceLink, UserLink } from '../links';
import type { AdminMessage } from './api';

export function MessageTable({ messages }: { messages: readonly AdminMessage[] }) {
  const t = useTranslations('admin.messages');
  const { time } = useFormat();
  const columns: Column<AdminMessage>[] = [
    { key: 'message', label: t('columns.message'), render: (message) => <MessageName message={message} /> },
    { key: 'time', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    {
      key: 'user',
      label: t('columns.user'),
      render: ({ user_id: id }) => <UserLink id={id}>#{id}</UserLink>,
    },
    {
      key: 'recipient',
      label: t('columns.recipient'),
      render: ({ recipient }) => <MaskedPhone value={recipient} />,
    },
    {
      key: 'device',
      label: t('columns.device'),
      render: ({ device_id: id }) => (id === null ? '–' : <DeviceLink id={id}>#{id}</DeviceLink>),
    },
    { key: 'status', label: t('columns.status'), render: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'credit',
      label: t('columns.credit'),
      isNumber: true,
      render: ({ credit_used: credit }) => <Money value={credit} />,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={messages} rowKey={({ id }) => id} />;
}

function MessageName({ message: { id, company_name: brand, livemode } }: { message: AdminMessage }) {
  const mode = useTranslations('common.mode');
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      {/* In a line of text, which stands left or right as its cell does. */}
      <div>
        <TextLink to="/admin/messages/$id" params={{ id: String(id) }} fw={600}>
          #{id}
        </TextLink>{' '}
        {!livemode && (
          <Badge variant="light" color="grape" size="sm" tt="none">
            {mode('test')}
          </Badge>
        )}
      </div>
      <Hint>{brand}</Hint>
    </Stack>
  );
}
