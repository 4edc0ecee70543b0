import type { SelectQueryBuilder } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/**
 * When the earliest of an `endpoint`'s pending deliveries is due, as a value: one look into its index, however many wait.
 * With the moment inside, all that is pending would be compared with it where nothing is due yet; in another order than
 * the whole of the index, MySQL sorts it first.
 */
export const earliestDue = (outer: SelectQueryBuilder<object>): string =>
  outer
    .subQuery()
    .select('delivery.dueAt')
    .from(WebhookDelivery, 'delivery')
    .useIndex('ix_webhook_deliveries_endpoint_id_state_due_at')
    .where("delivery.endpointId = endpoint.id AND delivery.state = 'pending'")
    .orderBy({ 'delivery.endpointId': 'ASC', 'delivery.state': 'ASC', 'delivery.dueAt': 'ASC' })
    .limit(1)
    .getQuery();
