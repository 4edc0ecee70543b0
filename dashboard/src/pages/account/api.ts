import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pagedList, pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import type { Paged } from '../../api/search';
import { meQuery } from '../../api/session';
import { useChange } from '../../api/use-change';

export type SecurityLogEntry = components['schemas']['SecurityLogItem'];
export type SecondFactor = components['schemas']['SecondFactorView'];
export type Enrolment = components['schemas']['Enrolment'];
export type RecoveryCodes = components['schemas']['RecoveryCodesView'];
export type LoginSession = components['schemas']['SessionView'];

/** What shows that it is the owner who asks. */
export interface Proof {
  code: string;
  /** Left out by accounts that only Google knows. */
  current_password?: string;
}

export const securityLogQuery = (query: Paged) =>
  queryOptions({
    queryKey: [...keys.security, 'log', query],
    queryFn: () => unwrap(client.GET('/api/account/security-log', { params: { query } })),
    ...pagedList,
  });

export const sessionsQuery = queryOptions({
  queryKey: [...keys.security, 'sessions'],
  queryFn: () => unwrap(client.GET('/api/auth/sessions')),
  refetchInterval: pollSteadily(),
});

export function useRename() {
  const queryClient = useQueryClient();
  return async (name: string) => {
    const user = await unwrap(client.PATCH('/api/auth/me', { body: { name } }));
    queryClient.setQueryData(meQuery.queryKey, user);
  };
}

/** What an owner does for the security of the account. */
export function useSecurityChanges() {
  const change = useChange(keys.security);
  return {
    /** Begins with a secret, and changes nothing before it is confirmed. */
    enrol: () => unwrap(client.POST('/api/auth/second-factor')),
    confirm: (body: Proof) => change(unwrap(client.POST('/api/auth/second-factor/confirm', { body }))),
    renew: (body: Proof) => change(unwrap(client.POST('/api/auth/second-factor/recovery-codes', { body }))),
    disable: (body: Proof) => change(unwrap(client.POST('/api/auth/second-factor/disable', { body }))),
    endSession: (id: number) =>
      change(unwrap(client.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } }))),
    endOthers: () => change(unwrap(client.DELETE('/api/auth/sessions'))),
  };
}
