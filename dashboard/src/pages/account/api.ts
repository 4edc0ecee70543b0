import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pagedList, pollSteadily } from '../../api/polling';
import type { PageSearch } from '../../api/search';
import { meQuery } from '../../api/session';
import { useInvalidateAfter } from '../../api/use-change';

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
