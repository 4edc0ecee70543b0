export { OwnDestinations } from './destinations.js';
export { WebhookClientModule } from './client.module.js';
export { WebhookClient, type PostOutcome } from './webhook-client.js';
