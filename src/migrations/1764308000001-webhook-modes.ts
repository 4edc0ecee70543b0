import { columns, MigrationOf, nullable, text } from './schema.js';

/** Whether an endpoint gets only events of live or of test messages; null: of both. */
export class WebhookModes1764308000001 extends MigrationOf(
  columns('webhook_endpoints', [text('mode', 4, nullable)]),
) {}
