import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pollUntil } from '../../api/polling';
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

export type CreatedInbound = Schemas['CreatedInboundVerification'];

export const createInboundSender = () =>
  createSender((body: Schemas['AccountInboundDto'], headers) =>
    api.post('/api/account/otp/inbound', { body, headers }),
  );

/** An inbound verification. Polled until it ends. */
export const inboundQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.inbound, id],
    queryFn: () => api.get('/api/account/otp/inbound/{verification_id}', { path: { verification_id: id } }),
    refetchInterval: pollUntil<Schemas['VerificationView']>(({ status }) => status !== 'pending'),
  });
