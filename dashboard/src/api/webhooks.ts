import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';
import { pollSteadily } from './polling';

export type Webhook = Schemas['WebhookView'];
export type NewWebhook = Schemas['NewWebhook'];

export type WebhookCondition = Webhook['health']['state'] | 'inactive' | 'disabled';

/** The account's webhooks, newest first. There are few of them, so this is the page of one as well. */
export const webhooksQuery = queryOptions({
  queryKey: [...keys.webhooks, 'list'],
  queryFn: () => api.get('/api/account/webhooks'),
  refetchInterval: pollSteadily(),
});

/** `inactive` is its owner's choice; `disabled` is what the service made of it. */
export function healthOf({ active, disabled_reason: reason, health }: Webhook): WebhookCondition {
  if (!active) return reason === null ? 'inactive' : 'disabled';
  return health.state;
}
