import { columns, MigrationOf, nullable, text } from './schema.js';

/** The caller's address of a refused request, and why its key was refused. */
export class RefusalAddresses1764313000001 extends MigrationOf(
  columns('refused_requests', [text('address', 45, nullable), text('key_refusal', 30, nullable)]),
) {}
