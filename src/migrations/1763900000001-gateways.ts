import { columns, longText, MigrationOf, nullable, sql, text } from './schema.js';

/** The settings of a device's driver, and the template of its messages. */
export class Gateways1763900000001 extends MigrationOf(
  columns('devices', [longText('settings', nullable), text('template', 300, nullable)]),
  sql({ up: "UPDATE devices SET settings = '{}'" }),
) {}
