import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';
import { pollSteadily } from './polling';

export type Credit = Schemas['AccountCreditView'];

/** The balance and the low-balance threshold. */
export const creditQuery = queryOptions({
  queryKey: [...keys.credit, 'balance'],
  queryFn: () => api.get('/api/account/credit'),
  refetchInterval: pollSteadily(),
});

/** How many days the balance lasts, if that is below the account's warning limit; else null. */
export function fewDaysLeft({ low_runway_days: limit, spending }: Credit): number | null {
  const lasts = spending?.lasts_days ?? null;
  return limit !== null && lasts !== null && lasts < limit ? lasts : null;
}

export const isLow = ({ credit_balance, low_threshold }: Credit) =>
  low_threshold !== null && credit_balance < low_threshold;
