import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import type { components } from '../../api/schema';
import type { WebhookSearch } from './search';

export type Delivery = components['schemas']['DeliveryView'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type Attempt = components['schemas']['AttemptView'];

const SOON_MS = 2_000;
const QUIET_MS = 15_000;

/** A page of a webhook's log, looked at again often while one of its deliveries `isSoon`. */
export const deliveriesQuery = (id: number, query: WebhookSearch, isSoon: (delivery: Delivery) => boolean) =>
  queryOptions({
    queryKey: [...keys.webhooks, id, 'deliveries', query],
    queryFn: () =>
      unwrap(client.GET('/api/account/webhooks/{id}/deliveries', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: (polled) =>
      pollSteadily<DeliveryPage>(polled.state.data?.items.some(isSoon) ? SOON_MS : QUIET_MS)(polled),
  });
