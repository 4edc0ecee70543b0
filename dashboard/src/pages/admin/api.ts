import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';

export type Whose = { user_id: number } | { device_id: number };

export const freeDeliveriesQuery = (query: Whose) =>
  queryOptions({
    queryKey: [...keys.free, query],
    queryFn: () => unwrap(client.GET('/api/admin/free-deliveries', { params: { query } })),
  });
