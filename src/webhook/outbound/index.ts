export { OutboundModule } from './outbound.module.js';
export { Webhooks } from './webhooks.service.js';
export type { OutboundEvent } from './event.js';
