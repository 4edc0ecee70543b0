import { columns, int, MigrationOf, nullable } from './schema.js';

/** The DATA_KEY that made the callback address at a device's gateway, for `npm run rekey`. */
export class DeviceAddressKeys1764385000001 extends MigrationOf(
  columns('devices', [int('address_data_key', nullable)]),
) {}
