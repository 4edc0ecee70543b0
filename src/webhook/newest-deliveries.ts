import { type EntityManager, LessThan } from 'typeorm';
import { type DeliveryState, WebhookDelivery } from './webhook-delivery.entity.js';

/**
 * The newest deliveries of an endpoint. Each state is read by itself, in the order of the index; the newest of all are
 * kept.
 */
export async function newestDeliveries(
  read: EntityManager,
  endpointId: number,
  states: readonly DeliveryState[],
  { limit, cursor }: { limit: number; cursor?: number },
): Promise<WebhookDelivery[]> {
  const id = cursor === undefined ? {} : { id: LessThan(cursor) };
  const ofStates = await Promise.all(
    states.map((state) =>
      read
        .createQueryBuilder(WebhookDelivery, 'delivery')
        // Without the hint MySQL 9 may read all deliveries of the state, or those of all accounts.
        .useIndex('ix_webhook_deliveries_endpoint_id_state_id')
        .where({ endpointId, state, ...id })
        .orderBy('delivery.id', 'DESC')
        .limit(limit)
        .getMany(),
    ),
  );
  return ofStates
    .flat()
    .sort((a, b) => b.id - a.id)
    .slice(0, limit);
}
