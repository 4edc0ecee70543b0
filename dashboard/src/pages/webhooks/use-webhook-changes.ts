import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';
import { useChange, useKnownList } from '../../api/use-change';
import { webhooksQuery, type Webhook } from '../../api/webhooks';
import type { Delivery } from './queries';

type Creation = components['schemas']['CreateWebhookDto'];
type Changes = components['schemas']['UpdateWebhookDto'];

const at = ({ id }: { id: number }) => ({ path: { id } });

/** The calls that change webhooks and their deliveries. */
export function useWebhookChanges() {
  const change = useChange(keys.webhooks);
  const list = useKnownList<Webhook>(webhooksQuery.queryKey);
  return {
    create: (body: Creation) => change(unwrap(client.POST('/api/account/webhooks', { body }))),
    update: (webhook: Webhook, body: Changes) =>
      change(
        unwrap(client.PATCH('/api/account/webhooks/{id}', { params: at(webhook), body })).then(list.replace),
      ),
    rotateSecret: (webhook: Webhook, overlapSeconds: number) =>
      change(
        unwrap(
          client.POST('/api/account/webhooks/{id}/rotate-secret', {
            params: at(webhook),
            body: { overlap_seconds: overlapSeconds },
          }),
        ),
      ),
    /** `leave` goes where the webhook is not asked for any more. */
    remove: (webhook: Webhook, leave?: () => Promise<void>) =>
      change(
        unwrap(client.DELETE('/api/account/webhooks/{id}', { params: at(webhook) }))
          .then(leave)
          .then(() => list.remove(webhook)),
      ),
    test: (webhook: Webhook) =>
      change(unwrap(client.POST('/api/account/webhooks/{id}/test', { params: at(webhook) }))),
    replay: (delivery: Delivery) =>
      change(unwrap(client.POST('/api/account/webhooks/deliveries/{id}/replay', { params: at(delivery) }))),
    replaySince: (webhook: Webhook, since: Date) =>
      change(
        unwrap(
          client.POST('/api/account/webhooks/{id}/replay', {
            params: at(webhook),
            body: { since: since.toISOString() },
          }),
        ),
      ),
  };
}
