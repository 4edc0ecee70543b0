import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from './client';
import { keys } from './keys';

/** Whether whoever is logged in has a second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: [...keys.security, 'second-factor'],
  queryFn: () => unwrap(client.GET('/api/auth/second-factor')),
});
