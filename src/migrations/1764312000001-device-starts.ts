import { columns, MigrationOf, moment, nullable } from './schema.js';

/** When a device left the state `setup`. Its warm-up starts then. */
export class DeviceStarts1764312000001 extends MigrationOf(
  columns('devices', [moment('started_at', nullable)]),
) {}
