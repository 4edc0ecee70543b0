import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';
import { pollSteadily } from './polling';

export type ChannelPrice = Schemas['ChannelPrice'];
export type PriceChannel = ChannelPrice['channel'];

/** The prices of the account. */
export const pricesQuery = queryOptions({
  queryKey: keys.prices,
  queryFn: () => api.get('/api/account/prices'),
  refetchInterval: pollSteadily(),
});

export const priceOf = (prices: readonly ChannelPrice[] | undefined, channel: PriceChannel) =>
  prices?.find((one) => one.channel === channel)?.price;

/** What a live message or an inbound verification costs the account now. Undefined until loaded. */
export const usePrice = (channel: PriceChannel): number | undefined =>
  priceOf(useQuery(pricesQuery).data?.items, channel);
