import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { creditQuery } from '../../api/credit';
import { readPage } from '../../api/search';
import { Ledger } from '../../components/ledger';
import { TextLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { BlockSkeleton, RowsSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import { ledgerQuery } from './api';
import { BalanceCard } from './balance-card';
import { ThresholdForm } from './threshold-form';

const CARD_HEIGHT = 176;
const route = getRouteApi('/signed-in/credit');

/** What the account has, when it wants to be warned, and every line that led there. */
export function CreditPage() {
  const t = useTranslations('credit');
  const navigate = route.useNavigate();
  const credit = useQuery(creditQuery);
  const ledger = useQuery(ledgerQuery(route.useSearch()));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {/* All at once: how high the cards are on a phone nobody knows before, and the ledger stands below them. */}
      {hasAnswer(credit) && hasAnswer(ledger) ? (
        <Stack>
          <Loaded query={credit}>
            {(loaded) => (
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <Surface>
                  <BalanceCard credit={loaded} />
                </Surface>
                <Surface>
                  <ThresholdForm threshold={loaded.low_threshold} />
                </Surface>
              </SimpleGrid>
            )}
          </Loaded>
          <Ledger
            query={ledger}
            onPage={(page) => void navigate({ search: readPage({ page }) })}
            renderMessageLink={(messageId, text) => (
              <TextLink inherit to="/history/$messageId" params={{ messageId }}>
                {text}
              </TextLink>
            )}
          />
        </Stack>
      ) : (
        <CreditSkeleton />
      )}
    </>
  );
}

/** An error is one too, also while it is tried again: what has been typed beside it stays. */
const hasAnswer = (query: UseQueryResult) => query.isFetched || query.data !== undefined;

function CreditSkeleton() {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Surface>
          <BlockSkeleton height={CARD_HEIGHT} />
        </Surface>
        <Surface>
          <BlockSkeleton height={CARD_HEIGHT} />
        </Surface>
      </SimpleGrid>
      <Surface>
        <RowsSkeleton rows={10} />
      </Surface>
    </Stack>
  );
}
