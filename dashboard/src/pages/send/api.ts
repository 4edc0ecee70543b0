import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';
import { createSender, type SendBody } from '../../api/sender';

/** The brands that an administrator has approved for the account. */
export const brandsQuery = queryOptions({
  queryKey: keys.brands,
  queryFn: () => unwrap(client.GET('/api/account/brands')),
});

export const checkCode = (body: components['schemas']['AccountCheckDto']) =>
  unwrap(client.POST('/api/account/otp/check', { body }));

/** A key that costs nothing. */
export const makeTestKey = (name: string) =>
  unwrap(client.POST('/api/account/api-keys', { body: { name, mode: 'test' } }));

export const createOwnSender = () =>
  createSender((body: SendBody, headers) => unwrap(client.POST('/api/account/otp/send', { body, headers })));
