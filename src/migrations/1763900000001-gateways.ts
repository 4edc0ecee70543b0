import { columns, longText, MigrationOf, nullable, sql, text } from './schema.js';

/** What a device's driver needs, and the text its recipients read. */
export class Gateways1763900000001 extends MigrationOf(
  columns('devices', [longText('settings', nullable), text('template', 300, nullable)]),
  sql({ up: "UPDATE devices SET settings = '{}'" }),
) {}
