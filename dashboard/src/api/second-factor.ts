import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** Whether whoever is logged in has a second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: [...keys.security, 'second-factor'],
  queryFn: () => api.get('/api/auth/second-factor'),
});
