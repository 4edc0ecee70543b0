import { columns, int, MigrationOf, moment, nullable } from './schema.js';

/** How often the key in a device's callback address was renewed, and when last. */
export class CallbackAddresses1764192000001 extends MigrationOf(
  columns('devices', [int('address_generation', { default: 0 }), moment('address_renewed_at', nullable)]),
) {}
