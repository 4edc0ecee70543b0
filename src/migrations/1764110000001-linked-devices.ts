import { columns, MigrationOf, moment, nullable, sql } from './schema.js';

/** When a device was linked. Existing devices get their creation time, so that an upgrade makes none of them wait. */
export class LinkedDevices1764110000001 extends MigrationOf(
  columns('devices', [moment('linked_at', nullable)]),
  sql({ up: 'UPDATE devices SET linked_at = created_at' }),
) {}
