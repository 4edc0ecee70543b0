import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollSteadily } from '../../../api/polling';
import type { components } from '../../../api/schema';
import type { UsersSearch } from '../search';

export type AdminUser = components['schemas']['AdminUserView'];

export const ROLE = { admin: 1, user: 2 } as const;

export const usersQuery = (query: UsersSearch) =>
  queryOptions({
    queryKey: [...keys.users, 'list', query],
    queryFn: () => unwrap(client.GET('/api/admin/users', { params: { query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollSteadily(),
  });

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id],
    queryFn: () => unwrap(client.GET('/api/admin/users/{id}', { params: { path: { id } } })),
    refetchInterval: pollSteadily(),
  });

export const secondFactorQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'second-factor'],
    queryFn: () => unwrap(client.GET('/api/admin/users/{id}/second-factor', { params: { path: { id } } })),
  });

export const ledgerQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'ledger', page],
    queryFn: () =>
      unwrap(
        client.GET('/api/admin/users/{id}/credit/entries', { params: { path: { id }, query: { page } } }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: pollSteadily(),
  });
