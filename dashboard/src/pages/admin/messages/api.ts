import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollStory } from '../../../api/messages';
import { pagedList, pollSteadily } from '../../../api/polling';
import type { components } from '../../../api/schema';
import type { MessagesSearch } from '../search';

export type AdminMessage = components['schemas']['AdminMessageItem'];

const LIST_MS = 15_000;

/** More than any pool has. */
const DEVICES_MAX = 100;

/** What devices are called, for a filter. */
export const deviceNamesQuery = queryOptions({
  queryKey: [...keys.devices, 'names'],
  queryFn: async () => {
    const query = { limit: DEVICES_MAX };
    const { items } = await unwrap(client.GET('/api/admin/devices', { params: { query } }));
    return items.map(({ id, name }) => ({ id, name }));
  },
});

/** The keys of an account, for a filter. */
export const keyNamesQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.users, id, 'keys'],
    queryFn: () => unwrap(client.GET('/api/admin/users/{id}/api-keys', { params: { path: { id } } })),
  });

export const messagesQuery = ({ device: device_id, after: cursor, ...search }: MessagesSearch) =>
  queryOptions({
    queryKey: [...keys.messages, 'list', { ...search, device_id, cursor }],
    queryFn: () =>
      unwrap(client.GET('/api/admin/messages', { params: { query: { ...search, device_id, cursor } } })),
    ...pagedList,
    refetchInterval: pollSteadily(LIST_MS),
  });

/** What happened to one message of any account so far. */
export const storyQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.messages, id],
    queryFn: () => unwrap(client.GET('/api/admin/messages/{id}', { params: { path: { id } } })),
    refetchInterval: pollStory,
  });
