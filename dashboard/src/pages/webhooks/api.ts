import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import { useCachedList, useInvalidateAfter } from '../../api/use-change';
import { type Webhook, webhooksQuery } from '../../api/webhooks';
import { usePasswordConfirmation } from '../../components/password-confirmation';
import type { WebhookSearch } from './search';

export type Delivery = Schemas['DeliveryView'];
type DeliveryPage = Schemas['DeliveryPage'];
export type Attempt = Schemas['AttemptView'];

type Creation = Schemas['CreateWebhookDto'];
type Changes = Schemas['UpdateWebhookDto'];

/** Longer than any attempt. (While an attempt runs, `next_attempt_at` is the end of its time limit.) */
const SOON_MS = 60_000;
const QUICK_MS = 2_000;
const QUIET_MS = 15_000;

/** A page of the delivery log, polled faster while a delivery is due. `instant` parses times of the API. */
export const deliveriesQuery = (id: number, query: WebhookSearch, instant: (written: string) => Date) =>
  queryOptions({
    queryKey: [...keys.webhooks, id, 'deliveries', query],
    queryFn: () => api.get('/api/account/webhooks/{id}/deliveries', { path: { id }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: (polled) => {
      const waits = (polled.state.data?.items ?? []).flatMap(({ next_attempt_at: next }) =>
        next === null ? [] : [pollMs(instant(next).getTime() - Date.now())],
      );
      return pollSteadily<DeliveryPage>(Math.min(QUIET_MS, ...waits))(polled);
    },
  });

/** The pause until the next poll. It grows while a delivery is overdue. */
function pollMs(dueInMs: number): number {
  return dueInMs > SOON_MS ? QUIET_MS : Math.max(QUICK_MS, -dueInMs);
}

const at = ({ id }: { id: number }) => ({ path: { id } });

export function useWebhookChanges() {
  const change = useInvalidateAfter(keys.webhooks);
  const confirmed = usePasswordConfirmation();
  const list = useCachedList<Webhook>(webhooksQuery.queryKey);
  return {
    create: (creation: Creation) =>
      confirmed((current_password) => {
        const body = { ...creation, current_password };
        return change(api.post('/api/account/webhooks', { body }));
      }),
    update: (webhook: Webhook, changes: Changes) =>
      confirmed((current_password) => {
        const body = { ...changes, current_password };
        return change(api.patch('/api/account/webhooks/{id}', { ...at(webhook), body }).then(list.replace));
      }),
    rotateSecret: (webhook: Webhook, overlap_seconds: number) =>
      confirmed((current_password) => {
        const body = { overlap_seconds, current_password };
        return change(api.post('/api/account/webhooks/{id}/rotate-secret', { ...at(webhook), body }));
      }),
    /** `leave` navigates away from the webhook's page. */
    remove: (webhook: Webhook, leave?: () => Promise<void>) =>
      change(
        api
          .delete('/api/account/webhooks/{id}', at(webhook))
          .then(leave)
          .then(() => list.remove(webhook)),
      ),
    test: (webhook: Webhook) => change(api.post('/api/account/webhooks/{id}/test', at(webhook))),
    replay: (delivery: Delivery) =>
      change(api.post('/api/account/webhooks/deliveries/{id}/replay', at(delivery))),
    replaySince: (webhook: Webhook, since: Date) =>
      change(
        api.post('/api/account/webhooks/{id}/replay', {
          ...at(webhook),
          body: { since: since.toISOString() },
        }),
      ),
  };
}
