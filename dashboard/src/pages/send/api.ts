import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { createSender, type SendBody } from '../../api/sender';

/** Approved brands of the account. */
export const brandsQuery = queryOptions({
  queryKey: keys.brands,
  queryFn: () => api.get('/api/account/brands'),
});

export const checkCode = (body: Schemas['AccountCheckDto']) => api.post('/api/account/otp/check', { body });

export const makeTestKey = (name: string, current_password?: string) =>
  api.post('/api/account/api-keys', { body: { name, mode: 'test', current_password } });

export const createAccountSender = () =>
  createSender((body: SendBody, headers) => api.post('/api/account/otp/send', { body, headers }));
