import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { keys } from './keys';

/** The second factor of the logged-in user. */
export const secondFactorQuery = queryOptions({
  queryKey: [...keys.security, 'second-factor'],
  queryFn: () => api.get('/api/auth/second-factor'),
});
