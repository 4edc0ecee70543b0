import { type Query, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';
import { pollUntil } from './polling';

export type Story = Schemas['MessageTimeline'];
export type StoryEvent = Story['events'][number];

/** Nobody is waiting for more; yet webhooks are told of it now, and a late report may prove a failure wrong. */
export const isSettled = ({ status }: Pick<Story, 'status'>) => status === 'delivered' || status === 'failed';

/** What happened to one message so far, by any of its ids. */
export const storyQuery = (messageId: string) =>
  queryOptions({
    queryKey: [...keys.history, 'story', messageId],
    queryFn: () => api.get('/api/account/messages/{message_id}', { path: { message_id: messageId } }),
    refetchInterval: pollStory,
  });

/** For how long a settled story may stay as it is before it counts as over. */
const QUIET_MS = 30_000;
const QUIET_WITH_CALLS_MS = 600_000;
const PAUSE_MS = { first: 1_000, longest: 30_000 } as const;

/** Since when each settled story is as it is; one that did not change is the same object. */
const seenSince = new WeakMap<Story, number>();

const untilSettled = pollUntil<Story>(isSettled);

/** A `refetchInterval` for a story: until it is settled, then on until nothing has changed for a while. */
export function pollStory(query: Pick<Query<Story>, 'queryHash' | 'state'>): number | false {
  const { data, dataUpdatedAt, errorUpdatedAt } = query.state;
  if (data === undefined || !isSettled(data)) return untilSettled(query);
  const since = seenSince.get(data) ?? dataUpdatedAt;
  seenSince.set(data, since);
  const quietMs = Math.max(dataUpdatedAt, errorUpdatedAt) - since;
  if (quietMs > (awaitsCall(data) ? QUIET_WITH_CALLS_MS : QUIET_MS)) return false;
  return Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.first, quietMs / 2));
}

const awaitsCall = ({ events }: Story) =>
  events.some((event) => event.type === 'webhook' && event.state === 'pending');
