import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from './client';
import { keys } from './keys';

/** With which brands the account has sent; live unless it says `test`. */
export const usedBrandsQuery = (mode: 'test' | undefined) =>
  queryOptions({
    queryKey: [...keys.history, 'brands', mode],
    queryFn: () => unwrap(client.GET('/api/account/history/brands', { params: { query: { mode } } })),
    placeholderData: keepPreviousData,
  });
