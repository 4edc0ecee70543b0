import { IconReceipt } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../components/empty-state';
import { LedgerTable, type LedgerEntry } from '../../components/ledger-table';
import { TextLink } from '../../components/links';

export function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <LedgerTable
      entries={entries}
      renderMessageLink={(messageId, text) => (
        <TextLink inherit to="/history/$messageId" params={{ messageId }}>
          {text}
        </TextLink>
      )}
    />
  );
}

export function NoEntries() {
  const t = useTranslations('credit.ledger');
  return <EmptyState icon={IconReceipt} title={t('empty')} text={t('emptyText')} />;
}
