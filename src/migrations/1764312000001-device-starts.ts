import { columns, MigrationOf, moment, nullable } from './schema.js';

/** When a device left its set-up: its warm-up counts from then on. */
export class DeviceStarts1764312000001 extends MigrationOf(
  columns('devices', [moment('started_at', nullable)]),
) {}
