import { columns, int, MigrationOf, nullable } from './schema.js';

/** Under which DATA_KEY a device's gateway has its callback address, for `npm run rekey`. */
export class DeviceAddressKeys1764385000001 extends MigrationOf(
  columns('devices', [int('address_data_key', nullable)]),
) {}
