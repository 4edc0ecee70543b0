import { Badge, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { DataTable, type Column } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ButtonLink, TextLink } from '../../components/links';
import { Money } from '../../components/money';
import { useFormat } from '../../i18n/use-format';
import type { LedgerEntry } from './queries';

const COLORS = { topup: 'teal', charge: 'gray', refund: 'blue', adjustment: 'orange' } as const;

export function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  const t = useTranslations('credit.ledger');
  const { time } = useFormat();
  const columns: Column<LedgerEntry>[] = [
    { key: 'time', label: t('columns.time'), render: ({ created_at: createdAt }) => time(createdAt) },
    {
      key: 'kind',
      label: t('columns.kind'),
      render: ({ kind }) => (
        <Badge variant="light" color={COLORS[kind]} tt="none">
          {t(`kinds.${kind}`)}
        </Badge>
      ),
    },
    { key: 'reference', label: t('columns.reference'), render: (entry) => <Reference entry={entry} /> },
    {
      key: 'amount',
      label: t('columns.amount'),
      render: ({ amount }) => (
        <Text span inherit fw={amount > 0 ? 600 : 400}>
          <Money value={amount} isSigned />
        </Text>
      ),
      isNumber: true,
    },
    {
      key: 'balance',
      label: t('columns.balance'),
      render: ({ balance_after: balance }) => <Money value={balance} />,
      isNumber: true,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

/** The message that a line is about, or the words of who moved the credit. */
function Reference({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('credit.ledger');
  const { message_id: id, note } = entry;
  if (id === null) return note;
  return (
    <TextLink inherit to="/history/$messageId" params={{ messageId: String(id) }}>
      {t('message', { id: String(id) })}
    </TextLink>
  );
}

export function NoEntries({ isPastEnd }: { isPastEnd: boolean }) {
  const t = useTranslations('credit.ledger');
  return (
    <EmptyState
      icon={IconReceipt}
      title={t('empty')}
      text={t(isPastEnd ? 'pastEnd' : 'emptyText')}
      action={
        isPastEnd && (
          <ButtonLink variant="default" to="/credit">
            {t('firstPage')}
          </ButtonLink>
        )
      }
    />
  );
}
