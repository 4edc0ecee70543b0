import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';
import { pollSteadily } from './polling';

export type Webhook = Schemas['WebhookView'];
export type NewWebhook = Schemas['NewWebhook'];

export type WebhookCondition = Webhook['health']['state'] | 'inactive' | 'disabled';

/** The account's webhooks, newest first. There are few, so the page of one webhook uses this query too. */
export const webhooksQuery = queryOptions({
  queryKey: [...keys.webhooks, 'list'],
  queryFn: () => api.get('/api/account/webhooks'),
  refetchInterval: pollSteadily(),
});

/** `inactive`: switched off by the owner; `disabled`: stopped by the service. */
export function healthOf({ active, disabled_reason: reason, health }: Webhook): WebhookCondition {
  if (!active) return reason === null ? 'inactive' : 'disabled';
  return health.state;
}
