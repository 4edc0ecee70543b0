import type { Schemas } from '../../api/schemas';
import { oneOf, type RawSearch, whole } from '../../api/search';

export type DeliveryStatus = Schemas['DeliveryView']['status'];

export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'failed',
] as const satisfies readonly DeliveryStatus[];

export interface WebhookSearch {
  status?: DeliveryStatus | undefined;
  /** Cursor of the page; undefined is the newest. */
  cursor?: number | undefined;
}

export const readWebhookSearch = ({ status, cursor }: RawSearch): WebhookSearch => ({
  status: oneOf(DELIVERY_STATUSES, status),
  cursor: whole(cursor),
});
