import { type EntityManager, LessThan } from 'typeorm';
import { type DeliveryState, WebhookDelivery } from './webhook-delivery.entity.js';

/** The newest deliveries of an endpoint: of each state by itself, as the index has them in order, and of those the newest. */
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
        // MySQL 9 goes through all of the state, or through all accounts' deliveries, where it may choose.
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
