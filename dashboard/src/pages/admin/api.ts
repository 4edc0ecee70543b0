import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { keys } from '../../api/keys';

export type Whose = { user_id: number } | { device_id: number };

export const freeDeliveriesQuery = (query: Whose) =>
  queryOptions({
    queryKey: [...keys.free, query],
    queryFn: () => api.get('/api/admin/free-deliveries', { query }),
  });

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id],
    queryFn: () => api.get('/api/admin/users/{id}', { path: { id } }),
  });

/** Accounts with this text in their name, username or email. */
export const accountsQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.users, 'named', search],
    queryFn: async () => {
      const query = { search, limit: 100 };
      return (await api.get('/api/admin/users', { query })).items;
    },
  });
