import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, postFile, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pagedList, pollSteadily } from '../../api/polling';
import type { PageSearch } from '../../api/search';
import { meQuery } from '../../api/session';
import { useInvalidateAfter } from '../../api/use-change';
import { usePasswordConfirmation } from '../../components/password-confirmation';

export type SecurityLogEntry = Schemas['SecurityLogItem'];
export type SecondFactor = Schemas['SecondFactorView'];
export type Enrolment = Schemas['Enrolment'];
export type RecoveryCodes = Schemas['RecoveryCodesView'];
export type LoginSession = Schemas['SessionView'];

/** Proof that the owner makes the request. */
export interface Proof {
  code: string;
  /** Omitted by accounts that log in with Google only. */
  current_password?: string;
}

export const securityLogQuery = (query: PageSearch) =>
  queryOptions({
    queryKey: [...keys.security, 'log', query],
    queryFn: () => api.get('/api/account/security-log', { query }),
    ...pagedList,
  });

export const sessionsQuery = queryOptions({
  queryKey: [...keys.security, 'sessions'],
  queryFn: () => api.get('/api/auth/sessions'),
  refetchInterval: pollSteadily(),
});

export function useRename() {
  const queryClient = useQueryClient();
  return async (name: string) => {
    const user = await api.patch('/api/auth/me', { body: { name } });
    queryClient.setQueryData(meQuery.queryKey, user);
  };
}

export const confirmEmail = (body: Schemas['VerifyEmailDto']) =>
  api.post('/api/account/email/confirm', { body });

export type Closing = Schemas['ClosureView'];

export const closingQuery = queryOptions({
  queryKey: [...keys.security, 'closing'],
  queryFn: () => api.get('/api/account/close'),
});

/** Requests that ask for the password if the login is not recent. */
export function useAccountRequests() {
  const change = useInvalidateAfter(keys.security);
  const confirmed = usePasswordConfirmation();
  return {
    askEmail: (email: string) =>
      confirmed((current_password) => {
        const body = { email, current_password };
        return change(api.post('/api/account/email', { body }));
      }),
    askClosing: () =>
      confirmed((current_password) => change(api.post('/api/account/close', { body: { current_password } }))),
    cancelClosing: () => change(api.delete('/api/account/close')),
    download: () =>
      confirmed((current_password) => postFile('/api/account/export', { body: { current_password } })),
  };
}

export function useSecurityChanges() {
  const change = useInvalidateAfter(keys.security);
  return {
    /** Returns a secret; changes nothing until it is confirmed. */
    enrol: () => api.post('/api/auth/second-factor'),
    confirm: (body: Proof) => change(api.post('/api/auth/second-factor/confirm', { body })),
    renew: (body: Proof) => change(api.post('/api/auth/second-factor/recovery-codes', { body })),
    disable: (body: Proof) => change(api.post('/api/auth/second-factor/disable', { body })),
    endSession: (id: number) => change(api.delete('/api/auth/sessions/{id}', { path: { id } })),
    endOthers: () => change(api.delete('/api/auth/sessions')),
  };
}
