import type { SelectQueryBuilder } from 'typeorm';
import { WebhookDelivery } from './webhook.entities.js';

/**
 * A subquery for the due time of the next pending delivery of `endpoint`. It reads one index entry. Comparing
 * with the current time would read all pending rows. It orders by all index columns; otherwise MySQL sorts.
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
