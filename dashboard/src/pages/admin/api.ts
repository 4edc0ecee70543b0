import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';

export type Whose = { user_id: number } | { device_id: number };

export const freeDeliveriesQuery = (query: Whose) =>
  queryOptions({
    queryKey: [...keys.free, query],
    queryFn: () => unwrap(client.GET('/api/admin/free-deliveries', { params: { query } })),
  });

/** The account of a number. */
export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id],
    queryFn: () => unwrap(client.GET('/api/admin/users/{id}', { params: { path: { id } } })),
  });

/** Accounts with this text in their name, username or email. */
export const accountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.users, 'named', search],
    queryFn: async () => {
      const query = { search, limit: 100 };
      return (await unwrap(client.GET('/api/admin/users', { params: { query } }))).items;
    },
  });
