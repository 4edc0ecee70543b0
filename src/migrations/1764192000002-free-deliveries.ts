import { int, key, MigrationOf, table, text } from './schema.js';

/** Messages that were refunded and delivered after all, by account, device and day. */
export class FreeDeliveries1764192000002 extends MigrationOf(
  table('free_deliveries', {
    columns: [
      int('user_id', key),
      int('device_id', key),
      text('day', 10, key),
      int('deliveries', { default: 0 }),
    ],
    index: [['day']],
  }),
) {}
