import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import type { SecuritySearch } from './search';

export type SecurityLogEntry = components['schemas']['SecurityLogItem'];

export const securityLogQuery = (query: SecuritySearch) =>
  queryOptions({
    queryKey: [...keys.security, 'log', query],
    queryFn: () => unwrap(client.GET('/api/account/security-log', { params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollSteadily(),
  });

export type SecondFactor = components['schemas']['SecondFactorView'];
export type Enrolment = components['schemas']['Enrolment'];
export type RecoveryCodes = components['schemas']['RecoveryCodesView'];
export type LoginSession = components['schemas']['SessionView'];

export const secondFactorQuery = queryOptions({
  queryKey: [...keys.security, 'second-factor'],
  queryFn: () => unwrap(client.GET('/api/auth/second-factor')),
});

export const sessionsQuery = queryOptions({
  queryKey: [...keys.security, 'sessions'],
  queryFn: () => unwrap(client.GET('/api/auth/sessions')),
  refetchInterval: pollSteadily(),
});
