import { IconFilterOff, IconMessageOff, IconSend } from '@tabler/icons-react';
import { type Column, DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { ButtonLink, RowLink } from '../../components/links';
import { MaskedPhone } from '../../components/masked-phone';
import { Money } from '../../components/money';
import { StatusBadge } from '../../components/status-badge';
import { useFormat, useTranslations } from '../../i18n';
import type { HistoryItem } from './api';
import { type HistorySearch, isFiltered } from './search';

interface Props {
  items: readonly HistoryItem[];
  search: HistorySearch;
}

export function HistoryTable({ items, search }: Props) {
  const t = useTranslations('history');
  const why = useTranslations('shared.reason');
  const columns: Column<HistoryItem>[] = [
    {
      key: 'time',
      label: t('columns.time'),
      compact: 'below',
      render: (item) => <MessageLink item={item} search={search} />,
    },
    {
      key: 'recipient',
      compact: 'start',
      label: t('columns.recipient'),
      render: ({ recipient }) => <MaskedPhone value={recipient} />,
    },
    {
      key: 'brand',
      compact: 'below',
      isCut: true,
      label: t('columns.brand'),
      render: ({ company_name: brand }) => brand,
    },
    {
      key: 'status',
      compact: 'end',
      label: t('columns.status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'reason',
      compact: 'below',
      isCut: true,
      label: t('columns.reason'),
      render: ({ status, reason }) => status === 'failed' && reason !== null && why(reason),
    },
    {
      key: 'credit',
      compact: 'end',
      label: t('columns.credit'),
      render: ({ credit_used: cost }) => <Money value={cost} />,
      isNumber: true,
    },
  ];
  return <DataTable label={t('list')} columns={columns} rows={items} rowKey={({ id }) => id} />;
}

function MessageLink({ item, search }: { item: HistoryItem; search: HistorySearch }) {
  const t = useTranslations('history');
  const time = useFormat().time(item.created_at);
  return (
    <RowLink
      to="/history/$messageId"
      params={{ messageId: item.reference }}
      search={search}
      aria-label={t('details', { time })}
    >
      {time}
    </RowLink>
  );
}

/** Empty history: no match, or no messages yet. */
export function NoHistory({ search }: { search: HistorySearch }) {
  const t = useTranslations('history.empty');
  if (isFiltered(search))
    return <EmptyState icon={IconFilterOff} title={t('filteredTitle')} text={t('filtered')} />;
  return (
    <EmptyState
      icon={IconMessageOff}
      title={t('title')}
      text={t(search.mode ?? 'live')}
      action={
        <ButtonLink to="/send" leftSection={<IconSend size={18} aria-hidden />}>
          {t('send')}
        </ButtonLink>
      }
    />
  );
}
