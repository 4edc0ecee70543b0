import { columns, flag, int, key, MigrationOf, moment, nullable, ref, table, text } from './schema.js';

/** The account and portfolio of a device at Meta, the portfolio's limit, and the state of the device's templates. */
export class DeviceAccounts1764330000001 extends MigrationOf(
  columns('devices', [
    text('account_id', 40, nullable),
    text('portfolio_id', 40, nullable),
    int('messaging_limit', nullable),
  ]),
  table('device_templates', {
    columns: [
      ref('device_id', key),
      text('language', 20, key),
      text('name', 300),
      text('status', 30, nullable),
      flag('is_usable'),
      text('reason', 300, nullable),
      text('quality', 20, nullable),
      moment('changed_at'),
    ],
  }),
) {}
