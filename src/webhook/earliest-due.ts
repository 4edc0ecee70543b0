import type { SelectQueryBuilder } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/**
 * A subquery for the time at which the next pending delivery of an `endpoint` is due. It reads one entry of the index,
 * however many wait. The current time is not part of it: if nothing is due yet, the database would compare all pending
 * rows with it. It orders by all columns of the index; otherwise MySQL sorts first.
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
