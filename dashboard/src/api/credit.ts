import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from './client';
import { keys } from './keys';
import { pollSteadily } from './polling';
import type { components } from './schema';

type Credit = components['schemas']['AccountCreditView'];

/** The balance, and below which the account wants to be told. */
export const creditQuery = queryOptions({
  queryKey: [...keys.credit, 'balance'],
  queryFn: () => unwrap(client.GET('/api/account/credit')),
  refetchInterval: pollSteadily(),
});

export const isLow = ({ credit_balance, low_threshold }: Credit) =>
  low_threshold !== null && credit_balance < low_threshold;
