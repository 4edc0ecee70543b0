import { columns, MigrationOf, nullable, text } from './schema.js';

/** From where a request came that was refused, and why its key was. */
export class RefusalAddresses1764313000001 extends MigrationOf(
  columns('refused_requests', [text('address', 45, nullable), text('key_refusal', 30, nullable)]),
) {}
