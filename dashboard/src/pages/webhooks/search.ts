import type { components } from '../../api/schema';

export type DeliveryStatus = components['schemas']['DeliveryView']['status'];

export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'failed',
] as const satisfies readonly DeliveryStatus[];

export interface WebhookSearch {
  status?: DeliveryStatus;
  /** Where the page of the log begins; none is the newest. */
  cursor?: number;
}

export function readWebhookSearch({ status, cursor }: Record<string, unknown>): WebhookSearch {
  const known = DELIVERY_STATUSES.find((candidate) => candidate === status);
  const isCursor = Number.isSafeInteger(cursor) && Number(cursor) > 0;
  return { ...(known ? { status: known } : {}), ...(isCursor ? { cursor: Number(cursor) } : {}) };
}
