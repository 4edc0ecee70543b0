import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../../components/empty-state';
import { LedgerTable } from '../../../components/ledger-table';
import { TextLink } from '../../../components/links';
import { PagedList } from '../../../components/paged-list';
import { Section } from '../../../components/section';
import { ledgerQuery } from './queries';

interface Props {
  userId: number;
  page: number;
  onPage: (page: number) => void;
}

/** Every change of the account's balance, newest first. */
export function Ledger({ userId, page, onPage }: Props) {
  const t = useTranslations('credit.ledger');
  return (
    <Section title={t('title')}>
      <PagedList
        query={useQuery(ledgerQuery(userId, page))}
        empty={<EmptyState icon={IconReceipt} title={t('empty')} text={t('emptyText')} />}
        onPage={onPage}
      >
        {(items) => (
          <LedgerTable
            entries={items}
            renderMessageLink={(id, text) => (
              <TextLink to="/admin/messages/$id" params={{ id }} inherit>
                {text}
              </TextLink>
            )}
          />
        )}
      </PagedList>
    </Section>
  );
}
