import { columns, MigrationOf, nullable, text } from './schema.js';

/** An endpoint may take the events of live or of test messages alone; null: of both. */
export class WebhookModes1764308000001 extends MigrationOf(
  columns('webhook_endpoints', [text('mode', 4, nullable)]),
) {}
