import { queryOptions } from '@tanstack/react-query';
import { api, getFile, type Schemas } from '../../api/client';
import { creditQuery } from '../../api/credit';
import { keys } from '../../api/keys';
import { pagedList, pollSteadily, pollUntil } from '../../api/polling';
import { createSender } from '../../api/sender';
import { useInvalidateAfter } from '../../api/use-change';
import type { LedgerSearch } from '../../components/ledger-search';
import { usePasswordConfirmation } from '../../components/password-confirmation';

export const ledgerQuery = (query: LedgerSearch) =>
  queryOptions({
    queryKey: [...keys.credit, 'ledger', query],
    queryFn: () => api.get('/api/account/credit/entries', { query }),
    ...pagedList,
  });

/** The filtered ledger as a CSV stream, all pages. */
export const exportLedger = ({ page: _, ...query }: LedgerSearch) =>
  getFile('/api/account/credit/entries/export', { query });

export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.credit, 'receipt', id],
    queryFn: () => api.get('/api/account/credit/entries/{id}/receipt', { path: { id } }),
  });

export type UsageGroup = Schemas['UsageView']['group_by'][number];

/** Usage by group. Without days: of this month. */
export const usageQuery = (query: { group_by: UsageGroup; from?: string; to?: string }) =>
  queryOptions({
    queryKey: [...keys.credit, 'usage', query],
    queryFn: () => api.get('/api/account/usage', { query }),
    ...pagedList,
  });

const STATEMENTS_SHOWN = 24;

export const statementsQuery = queryOptions({
  queryKey: [...keys.credit, 'statements'],
  queryFn: () => api.get('/api/account/statements', { query: { limit: STATEMENTS_SHOWN } }),
});

export const statementQuery = (month: string) =>
  queryOptions({
    queryKey: [...keys.credit, 'statements', month],
    queryFn: () => api.get('/api/account/statements/{month}', { path: { month } }),
  });

export const exportStatement = (month: string) =>
  getFile('/api/account/statements/{month}/export', { path: { month } });

export const billingQuery = queryOptions({
  queryKey: [...keys.credit, 'billing'],
  queryFn: () => api.get('/api/account/billing'),
});

export function useBilling() {
  const change = useInvalidateAfter(billingQuery.queryKey);
  return (body: Schemas['BillingDto']) => change(api.put('/api/account/billing', { body }));
}

/** Only the newest requests are shown. */
const REQUESTS_SHOWN = 5;

export const topUpRequestsQuery = queryOptions({
  queryKey: [...keys.credit, 'requests'],
  queryFn: () => api.get('/api/account/top-up/requests', { query: { limit: REQUESTS_SHOWN } }),
  refetchInterval: pollSteadily(),
});

export type Payment = Schemas['PaymentView'];
export type PaymentOptions = Schemas['PaymentOptionsView'];

/** The ways to pay requests online. Empty lists: online payment is not available. */
export const paymentOptionsQuery = queryOptions({
  queryKey: [...keys.credit, 'payment-options'],
  queryFn: () => api.get('/api/account/top-up/payment-options'),
});

/** The payments of a request, newest first. Polled while the newest one can be paid. */
export const paymentsQuery = (requestId: number) =>
  queryOptions({
    queryKey: [...keys.credit, 'payments', requestId],
    queryFn: () => api.get('/api/account/top-up/requests/{id}/payments', { path: { id: requestId } }),
    refetchInterval: pollUntil((payments: Payment[]) => payments[0]?.status !== 'pending'),
  });

const openRequest = createSender((body: Schemas['TopUpRequestDto'], headers) =>
  api.post('/api/account/top-up/requests', { body, headers }),
);

export function useTopUpRequests() {
  const change = useInvalidateAfter(topUpRequestsQuery.queryKey, [...keys.credit, 'payments']);
  return {
    open: (body: Schemas['TopUpRequestDto']) => change(openRequest(body)),
    pay: (id: number, body: Schemas['CreatePaymentDto']) =>
      change(api.post('/api/account/top-up/requests/{id}/payments', { path: { id }, body })),
    cancel: (id: number) => change(api.delete('/api/account/top-up/requests/{id}', { path: { id } })),
  };
}

/** Sets the low-balance warnings; null for none. */
export function useThresholds() {
  const change = useInvalidateAfter(creditQuery.queryKey);
  return (body: Schemas['LowCreditDto']) => change(api.patch('/api/account/credit', { body }));
}

export const spendCapQuery = queryOptions({
  queryKey: [...keys.credit, 'spend-cap'],
  queryFn: () => api.get('/api/account/credit/spend-cap'),
  refetchInterval: pollSteadily(),
});

/** Sets the spend cap; null for none. */
export function useSpendCap() {
  const change = useInvalidateAfter(spendCapQuery.queryKey);
  const confirmed = usePasswordConfirmation();
  return (spend_cap: number | null) =>
    confirmed((current_password) =>
      change(api.put('/api/account/credit/spend-cap', { body: { spend_cap, current_password } })),
    );
}
