import { useQueryClient } from '@tanstack/react-query';
import { client, unwrap } from '../../api/client';
import { keys } from '../../api/keys';
import type { components } from '../../api/schema';
import type { Webhook } from '../../api/webhooks';
import type { Delivery } from './queries';

type Creation = components['schemas']['CreateWebhookDto'];
type Changes = components['schemas']['UpdateWebhookDto'];

const at = ({ id }: { id: number }) => ({ path: { id } });

/** The calls that change webhooks and their deliveries; each is done when the pages show it. */
export function useWebhookChanges() {
  const queryClient = useQueryClient();
  const then = async <Result>(result: Promise<Result>): Promise<Result> => {
    const done = await result;
    await queryClient.invalidateQueries({ queryKey: keys.webhooks });
    return done;
  };
  return {
    create: (body: Creation) => then(unwrap(client.POST('/api/account/webhooks', { body }))),
    update: (webhook: Webhook, body: Changes) =>
      then(unwrap(client.PATCH('/api/account/webhooks/{id}', { params: at(webhook), body }))),
    rotateSecret: (webhook: Webhook, overlapSeconds: number) =>
      then(
        unwrap(
          client.POST('/api/account/webhooks/{id}/rotate-secret', {
            params: at(webhook),
            body: { overlap_seconds: overlapSeconds },
          }),
        ),
      ),
    /** `leave` goes where the webhook is not asked for any more. */
    remove: async (webhook: Webhook, leave?: () => Promise<void>) => {
      await unwrap(client.DELETE('/api/account/webhooks/{id}', { params: at(webhook) }));
      await leave?.();
      await queryClient.invalidateQueries({ queryKey: keys.webhooks });
    },
    test: (webhook: Webhook) =>
      then(unwrap(client.POST('/api/account/webhooks/{id}/test', { params: at(webhook) }))),
    replay: (delivery: Delivery) =>
      then(unwrap(client.POST('/api/account/webhooks/deliveries/{id}/replay', { params: at(delivery) }))),
    replaySince: (webhook: Webhook, since: Date) =>
      then(
        unwrap(
          client.POST('/api/account/webhooks/{id}/replay', {
            params: at(webhook),
            body: { since: since.toISOString() },
          }),
        ),
      ),
  };
}
