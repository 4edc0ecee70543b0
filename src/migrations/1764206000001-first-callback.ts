import { columns, MigrationOf, moment, nullable } from './schema.js';

/** The first callback at a device's own address shows that the address was entered at the gateway. */
export class FirstCallback1764206000001 extends MigrationOf(
  columns('devices', [moment('first_callback_at', nullable)]),
) {}
