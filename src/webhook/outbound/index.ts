export { type Cause, CAUSES, OwnDestinations, WebhookClient } from './client/index.js';
export { DeliveryReader, type MessageEvent } from './delivery-reader.js';
export type { OutboundEvent } from './event.js';
export { EventPurge } from './event-purge.js';
export { OutboundModule } from './outbound.module.js';
export { signedHeaders } from './signing.rules.js';
export { TEST_WEBHOOK } from './test-webhook.js';
export { DELIVERY_STATES, type DeliveryState } from './webhook-delivery.entity.js';
export { Webhooks } from './webhooks.service.js';
