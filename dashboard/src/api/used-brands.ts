import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** Brands that the account has used; live messages unless `mode` is `test`. */
export const usedBrandsQuery = (mode: 'test' | undefined) =>
  queryOptions({
    queryKey: [...keys.history, 'brands', mode],
    queryFn: () => api.get('/api/account/history/brands', { query: { mode } }),
    placeholderData: keepPreviousData,
  });
