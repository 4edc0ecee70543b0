import { Button, Group } from '@mantine/core';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { Money } from '../../../components/money';
import { TimeAgo } from '../../../components/time-ago';
import { TopUpTag } from '../../../components/top-up-tag';
import { useTranslations } from '../../../i18n';
import { UserLink } from '../links';
import type { AdminTopUpRequest } from './api';
import type { Decision } from './decision-dialog';

interface Props {
  requests: readonly AdminTopUpRequest[];
  onDecide: (decision: Decision) => void;
}

export function RequestTable({ requests, onDecide }: Props) {
  const t = useTranslations('admin.topUps');
  const columns: Column<AdminTopUpRequest>[] = [
    { key: 'age', label: t('columns.age'), render: ({ created_at: at }) => <TimeAgo value={at} /> },
    {
      key: 'user',
      label: t('columns.user'),
      render: ({ user_id: id, name }) => <UserLink id={id}>{name}</UserLink>,
    },
    { key: 'sender', label: t('columns.sender'), render: (request) => <Sender {...request} /> },
    {
      key: 'amount',
      label: t('columns.amount'),
      isNumber: true,
      render: ({ amount }) => <Money value={amount} />,
    },
    {
      key: 'state',
      label: t('columns.state'),
      render: (request) =>
        request.status === 'open' ? (
          <Decisions request={request} onDecide={(what) => onDecide({ request, what })} />
        ) : (
          <Decided {...request} />
        ),
    },
  ];
  return <DataTable label={t('requests')} columns={columns} rows={requests} rowKey={({ id }) => id} />;
}

function Sender({ sender, note }: AdminTopUpRequest) {
  return (
    <>
      {sender}
      <Note text={note} />
    </>
  );
}

function Decided({ status, reason }: AdminTopUpRequest) {
  return (
    <>
      <TopUpTag status={status} />
      <Note text={reason} />
    </>
  );
}

function Note({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Hint size="xs" maw={320} style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Hint>
  );
}

interface DecisionsProps {
  request: AdminTopUpRequest;
  onDecide: (what: Decision['what']) => void;
}

function Decisions({ request: { id }, onDecide }: DecisionsProps) {
  const t = useTranslations('admin.topUps');
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        aria-label={t('confirmTitle', { id: String(id) })}
        onClick={() => onDecide('confirm')}
      >
        {t('confirm')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('declineTitle', { id: String(id) })}
        onClick={() => onDecide('decline')}
      >
        {t('decline')}
      </Button>
    </Group>
  );
}
