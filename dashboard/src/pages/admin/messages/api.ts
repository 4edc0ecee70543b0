import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollTimeline } from '../../../api/messages';
import { pagedList, pollSteadily } from '../../../api/polling';
import type { MessagesSearch } from '../search';

export type AdminMessage = Schemas['AdminMessageItem'];

const LIST_MS = 15_000;

/** More devices than any service has. */
const DEVICES_MAX = 100;

/** Device names for a filter. */
export const deviceNamesQuery = queryOptions({
  queryKey: [...keys.devices, 'names'],
  queryFn: async () => {
    const query = { limit: DEVICES_MAX };
    const { items } = await api.get('/api/admin/devices', { query });
    return items.map(({ id, name }) => ({ id, name }));
  },
});

/** The keys of an account, for a filter. */
export const keyNamesQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'keys'],
    queryFn: () => api.get('/api/admin/users/{id}/api-keys', { path: { id } }),
  });

export const messagesQuery = ({ device: device_id, after: cursor, ...search }: MessagesSearch) =>
  queryOptions({
    queryKey: [...keys.messages, 'list', { ...search, device_id, cursor }],
    queryFn: () => api.get('/api/admin/messages', { query: { ...search, device_id, cursor } }),
    ...pagedList,
    refetchInterval: pollSteadily(LIST_MS),
  });

/** The timeline of a message of any account. */
export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.messages, id],
    queryFn: () => api.get('/api/admin/messages/{id}', { path: { id } }),
    refetchInterval: pollTimeline,
  });
