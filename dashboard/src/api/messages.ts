import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from './client';
import { keys } from './keys';
import { pollUntil } from './polling';
import type { components } from './schema';

export type Story = components['schemas']['MessageTimeline'];
export type StoryEvent = Story['events'][number];

/** Nothing more is to come, but for the rare report that proves a failure wrong. */
export const isSettled = ({ status }: Pick<Story, 'status'>) => status === 'delivered' || status === 'failed';

/** What happened to one message so far, by any of its ids; looks again until it is delivered or failed. */
export const storyQuery = (messageId: string) =>
  queryOptions({
    queryKey: [...keys.history, 'story', messageId],
    queryFn: () =>
      unwrap(
        client.GET('/api/account/messages/{message_id}', { params: { path: { message_id: messageId } } }),
      ),
    refetchInterval: pollUntil<Story>(isSettled),
  });
