import { Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/schemas';
import { useFormat, useTranslations } from '../i18n';
import { type Column, DataTable } from './data-table';
import { EmptyState } from './empty-state';
import { Hint } from './hint';
import classes from './ledger.module.css';
import { LedgerFilters } from './ledger-filters';
import { isLedgerFiltered, type LedgerSearch } from './ledger-search';
import { Money } from './money';
import { PagedList } from './paged-list';
import { Section } from './section';
import { Tag } from './tag';

type LedgerEntry = Schemas['CreditEntryItem'];
type LedgerPage = Schemas['CreditEntryPage'];

/** The note of the credit that a new account gets. */
const SIGNUP = 'signup';

interface Props {
  query: UseQueryResult<LedgerPage>;
  search: LedgerSearch;
  onSearch: (search: LedgerSearch) => void;
  /** Shown right of the title. */
  aside?: ReactNode;
  /** Link to the message of an entry; administrators and owners have different pages. */
  renderMessageLink: (message: { id: string; reference: string }, text: string) => ReactNode;
  /** Link to the receipt, for the owner. */
  renderReceiptLink?: (entryId: string) => ReactNode;
}

export function Ledger({ query, search, onSearch, aside, ...links }: Props) {
  const t = useTranslations('credit.ledger');
  const isFiltered = isLedgerFiltered(search);
  return (
    <Section title={t('title')} aside={aside}>
      <LedgerFilters search={search} onSearch={onSearch} />
      <PagedList
        query={query}
        empty={
          <EmptyState
            icon={IconReceipt}
            title={t(isFiltered ? 'noMatch' : 'empty')}
            text={t(isFiltered ? 'noMatchText' : 'emptyText')}
          />
        }
        onPage={(page) => onSearch({ ...search, page })}
      >
        {(items, total) => (
          <>
            <Hint mb="xs">{t(query.data?.capped ? 'capped' : 'count', { count: total })}</Hint>
            <LedgerTable entries={items} {...links} />
          </>
        )}
      </PagedList>
    </Section>
  );
}

interface TableProps extends Pick<Props, 'renderMessageLink' | 'renderReceiptLink'> {
  entries: readonly LedgerEntry[];
}

function LedgerTable({ entries, renderMessageLink, renderReceiptLink }: TableProps) {
  const t = useTranslations('credit.ledger');
  const { time } = useFormat();
  const columns: Column<LedgerEntry>[] = [
    { key: 'time', compact: 'below', label: t('columns.time'), render: ({ created_at: at }) => time(at) },
    {
      key: 'kind',
      compact: 'end',
      label: t('columns.kind'),
      render: ({ kind }) => <KindBadge kind={kind} />,
    },
    {
      key: 'reference',
      compact: 'start',
      label: t('columns.reference'),
      render: ({ id: entryId, kind, message_id: id, reference, recipient, note }) => {
        if (id !== null && reference !== null && recipient !== null)
          return renderMessageLink({ id: String(id), reference }, t('message', { recipient }));
        if (id !== null) return t('purged');
        if (note === SIGNUP) return t('signup');
        return (
          <>
            {note}
            {kind === 'topup' && renderReceiptLink?.(String(entryId))}
          </>
        );
      },
    },
    {
      key: 'amount',
      compact: 'end',
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
      compact: 'below',
      label: t('columns.balance'),
      isNumber: true,
      render: ({ balance_after: balance }) => (
        <span className={classes.balance} data-label={t('columns.balance')}>
          <Money value={balance} />
        </span>
      ),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function KindBadge({ kind }: Pick<LedgerEntry, 'kind'>) {
  const t = useTranslations('credit.ledger.kinds');
  return <Tag tone="plain">{t(kind)}</Tag>;
}
