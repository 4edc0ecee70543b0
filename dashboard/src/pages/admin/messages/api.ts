import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../../api/client';
import { keys } from '../../../api/keys';
import { pollStory } from '../../../api/messages';
import { pagedList, pollSteadily } from '../../../api/polling';
import type { components } from '../../../api/schema';
import type { MessagesSearch } from '../search';

export type AdminMessage = components['schemas']['AdminMessageItem'];

const LIST_MS = 15_000;

export const messagesQuery = (query: MessagesSearch) =>
  queryOptions({
    queryKey: [...keys.messages, 'list', query],
    queryFn: () => unwrap(client.GET('/api/admin/messages', { params: { query } })),
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
