export { type Cause, causeOf, CAUSES } from './causes.rules.js';
export { WebhookClientModule } from './client.module.js';
export { OwnDestinations } from './destinations.js';
export { type PostOutcome, WebhookClient } from './webhook-client.js';
