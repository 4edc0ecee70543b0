import { Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../api/schema';
import { useFormat } from '../i18n/use-format';
import { type Column, DataTable } from './data-table';
import { EmptyState } from './empty-state';
import { Money } from './money';
import { PagedList, type PagedListProps } from './paged-list';
import { Section } from './section';
import { Tag } from './tag';

type LedgerEntry = components['schemas']['CreditEntryItem'];

const COLORS = { topup: 'teal', charge: 'gray', refund: 'blue', adjustment: 'orange' } as const;

/** What the service notes of the credit that an account begins with. */
const SIGNUP = 'signup';

interface Props {
  query: PagedListProps<LedgerEntry>['query'];
  onPage: (page: number) => void;
  /** Leads to the message that a line is about: an administrator and the owner have pages of their own for it. */
  renderMessageLink: (id: string, text: string) => ReactNode;
}

/** Every change of an account's balance, newest first. */
export function Ledger({ query, onPage, renderMessageLink }: Props) {
  const t = useTranslations('credit.ledger');
  return (
    <Section title={t('title')}>
      <PagedList
        query={query}
        empty={<EmptyState icon={IconReceipt} title={t('empty')} text={t('emptyText')} />}
        onPage={onPage}
      >
        {(items, total) => (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {t('count', { count: total })}
            </Text>
            <LedgerTable entries={items} renderMessageLink={renderMessageLink} />
          </>
        )}
      </PagedList>
    </Section>
  );
}

interface TableProps extends Pick<Props, 'renderMessageLink'> {
  entries: readonly LedgerEntry[];
}

function LedgerTable({ entries, renderMessageLink }: TableProps) {
  const t = useTranslations('credit.ledger');
  const { time } = useFormat();
  const columns: Column<LedgerEntry>[] = [
    { key: 'time', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    { key: 'kind', label: t('columns.kind'), render: ({ kind }) => <KindBadge kind={kind} /> },
    {
      key: 'reference',
      label: t('columns.reference'),
      render: ({ message_id: id, note }) => {
        if (id !== null) return renderMessageLink(String(id), t('message', { id: String(id) }));
        return note === SIGNUP ? t('signup') : note;
      },
    },
    {
      key: 'amount',
      label: t('columns.amount'),
      isNumber: true,
      render: ({ amount }) => (
        <Text span inherit fw={amount > 0 ? 600 : 400}>
          <Money value={amount} isSigned />
        </Text>
      ),
    },
    {
      key: 'balance',
      label: t('columns.balance'),
      isNumber: true,
      render: ({ balance_after: balance }) => <Money value={balance} />,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function KindBadge({ kind }: Pick<LedgerEntry, 'kind'>) {
  const t = useTranslations('credit.ledger.kinds');
  return <Tag color={COLORS[kind]}>{t(kind)}</Tag>;
}
