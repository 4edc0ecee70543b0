import { columns, int, MigrationOf } from './schema.js';

/** How many calls of a webhook have failed since its last success. */
export class WebhookFailures1764198000002 extends MigrationOf(
  columns('webhook_endpoints', [int('failures', { default: 0 })]),
) {}
