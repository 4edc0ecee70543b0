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

export const isLow = ({ credit_balance, low_threshold }: Credit) =>
  low_threshold !== null && credit_balance < low_threshold;
