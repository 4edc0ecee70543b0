import { type Query, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';
import { pollUntil } from './polling';

export type Timeline = Schemas['MessageTimeline'];
export type TimelineEvent = Timeline['events'][number];

/**
 * Whether the status is final for the user. Webhooks may still be pending, and a late report may turn a failure into a
 * delivery.
 */
export const isFinal = ({ status }: Pick<Timeline, 'status'>) =>
  status === 'delivered' || status === 'failed';

/** The timeline of one message, by any of its IDs. */
export const timelineQuery = (messageId: string) =>
  queryOptions({
    queryKey: [...keys.history, 'timeline', messageId],
    queryFn: () => api.get('/api/account/messages/{message_id}', { path: { message_id: messageId } }),
    refetchInterval: pollTimeline,
  });

/** How long a final timeline may stay unchanged before polling stops. */
const QUIET_MS = 30_000;
const QUIET_WITH_CALLS_MS = 600_000;
const PAUSE_MS = { first: 1_000, longest: 30_000 } as const;

/** When each final timeline was first seen. (TanStack Query keeps the object while the data is unchanged.) */
const seenSince = new WeakMap<Timeline, number>();

const untilFinal = pollUntil<Timeline>(isFinal);

/**
 * A `refetchInterval` for a timeline: polls until the status is final, then until nothing has changed for a
 * while.
 */
export function pollTimeline(query: Pick<Query<Timeline>, 'queryHash' | 'state'>): number | false {
  const { data, dataUpdatedAt, errorUpdatedAt } = query.state;
  if (data === undefined || !isFinal(data)) return untilFinal(query);
  const since = seenSince.get(data) ?? dataUpdatedAt;
  seenSince.set(data, since);
  const quietMs = Math.max(dataUpdatedAt, errorUpdatedAt) - since;
  if (quietMs > (awaitsWebhook(data) ? QUIET_WITH_CALLS_MS : QUIET_MS)) return false;
  return Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.first, quietMs / 2));
}

const awaitsWebhook = ({ events }: Timeline) =>
  events.some((event) => event.type === 'webhook' && event.state === 'pending');
