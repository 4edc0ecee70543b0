import { columns, MigrationOf, moment, nullable } from './schema.js';

/** When a gateway first called a device's own address: it shows that it was entered there. */
export class FirstCallback1764206000001 extends MigrationOf(
  columns('devices', [moment('first_callback_at', nullable)]),
) {}
