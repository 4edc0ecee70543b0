import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import type { WebhookSearch } from './search';

export type Delivery = components['schemas']['DeliveryView'];
type DeliveryPage = components['schemas']['DeliveryPage'];
export type Attempt = components['schemas']['AttemptView'];

/** More than an attempt may take, which is counted into its next time while it is under way. */
const SOON_MS = 60_000;
const QUICK_MS = 2_000;
const QUIET_MS = 15_000;

/**
 * A page of a webhook's log, looked at again often while one of its deliveries is under way or about to be. `instant`
 * reads the times that the API writes.
 */
export const deliveriesQuery = (id: number, query: WebhookSearch, instant: (written: string) => Date) =>
  queryOptions({
    queryKey: [...keys.webhooks, id, 'deliveries', query],
    queryFn: () =>
      unwrap(client.GET('/api/account/webhooks/{id}/deliveries', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: (polled) => {
      const waits = (polled.state.data?.items ?? []).flatMap(({ next_attempt_at: next }) =>
        next === null ? [] : [lookAgainMs(instant(next).getTime() - Date.now())],
      );
      return pollSteadily<DeliveryPage>(Math.min(QUIET_MS, ...waits))(polled);
    },
  });

/** What is overdue may stay so: the longer it has been, the less often it is looked at. */
function lookAgainMs(dueInMs: number): number {
  return dueInMs > SOON_MS ? QUIET_MS : Math.max(QUICK_MS, -dueInMs);
}
