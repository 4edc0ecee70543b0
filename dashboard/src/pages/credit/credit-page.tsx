import { Divider, SimpleGrid, Stack } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Credit, creditQuery } from '../../api/credit';
import { pricesQuery } from '../../api/prices';
import { useMay } from '../../api/session';
import { topUpGuideQuery } from '../../api/top-ups';
import { Ledger } from '../../components/ledger';
import { RowLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { CardSkeleton, RowsSkeleton } from '../../components/skeletons';
import { SpendCapCard } from '../../components/spend-cap-card';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import {
  billingQuery,
  ledgerQuery,
  paymentOptionsQuery,
  spendCapQuery,
  statementsQuery,
  topUpRequestsQuery,
  useSpendCap,
} from './api';
import { BalanceCard } from './balance-card';
import { ExportButton } from './export-button';
import { PricesCard } from './prices-card';
import { StatementsCard } from './statements-card';
import { ThresholdForm } from './threshold-form';
import { TopUpCard } from './top-up-card';
import { UsageCard } from './usage-card';

const CARD_HEIGHT = 340;
const route = getRouteApi('/signed-in/credit');

export function CreditPage() {
  const t = useTranslations('credit');
  const navigate = route.useNavigate();
  const credit = useQuery(creditQuery);
  const search = route.useSearch();
  const ledger = useQuery(ledgerQuery(search));
  const answers = [
    credit,
    ledger,
    useQuery(pricesQuery),
    useQuery(spendCapQuery),
    useQuery(statementsQuery),
    useQuery(billingQuery),
    useQuery(topUpGuideQuery),
    useQuery(topUpRequestsQuery),
    useQuery(paymentOptionsQuery),
  ];
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {/* Waits for all data, so that the ledger does not move when the cards above it appear. */}
      {answers.every(hasAnswer) ? (
        <Stack>
          <Loaded query={credit}>{(loaded) => <BalanceAndTopUp credit={loaded} />}</Loaded>
          <PricesAndCap />
          <Ledger
            query={ledger}
            search={search}
            onSearch={(next) => void navigate({ search: next, resetScroll: false })}
            aside={<ExportButton search={search} />}
            renderReceiptLink={(entryId) => (
              <div>
                <RowLink to="/credit/receipts/$entryId" params={{ entryId }} state={{ list: search }}>
                  {t('receipt.title')}
                </RowLink>
              </div>
            )}
            renderMessageLink={({ reference }, text) => (
              <RowLink to="/history/$messageId" params={{ messageId: reference }}>
                {text}
              </RowLink>
            )}
          />
          <UsageCard />
          <StatementsAndBilling />
        </Stack>
      ) : (
        <CreditSkeleton />
      )}
    </>
  );
}

function BalanceAndTopUp({ credit }: { credit: Credit }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Surface>
        <BalanceCard credit={credit} />
        <Divider my="lg" />
        <ThresholdForm credit={credit} />
      </Surface>
      <TopUpCard />
    </SimpleGrid>
  );
}

function PricesAndCap() {
  const save = useSpendCap();
  const may = useMay();
  return (
    <>
      <Loaded query={useQuery(pricesQuery)}>{({ items }) => <PricesCard prices={items} />}</Loaded>
      <Loaded query={useQuery(spendCapQuery)}>
        {(cap) => <SpendCapCard cap={cap} save={save} mayChange={may('setSpendCap')} />}
      </Loaded>
    </>
  );
}

function StatementsAndBilling() {
  const billing = useQuery(billingQuery);
  return (
    <Loaded query={useQuery(statementsQuery)}>
      {({ items }) => (
        <Loaded query={billing}>
          {(details) => <StatementsCard statements={items} billing={details} />}
        </Loaded>
      )}
    </Loaded>
  );
}

/** An error counts as a response, also during a retry, so that typed text stays. */
const hasAnswer = (query: UseQueryResult) => query.isFetched || query.data !== undefined;

function CreditSkeleton() {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <CardSkeleton height={CARD_HEIGHT} />
        <CardSkeleton height={CARD_HEIGHT} />
      </SimpleGrid>
      <Surface>
        <RowsSkeleton rows={10} />
      </Surface>
    </Stack>
  );
}
