import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** With which brands the account has sent; live unless it says `test`. */
export const usedBrandsQuery = (mode: 'test' | undefined) =>
  queryOptions({
    queryKey: [...keys.history, 'brands', mode],
    queryFn: () => api.get('/api/account/history/brands', { query: { mode } }),
    placeholderData: keepPreviousData,
  });
