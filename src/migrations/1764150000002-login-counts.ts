import { int, key, MigrationOf, moment, nullable, table, text } from './schema.js';

/** Counts of wrong passwords by account and address, and the addresses of an account's logins. */
export class LoginCounts1764150000002 extends MigrationOf(
  table('login_counts', {
    columns: [
      text('fingerprint', 64, key),
      text('account', 64),
      int('used', { default: 0 }),
      moment('ends_at'),
      moment('paused_until', nullable),
    ],
    index: [['account'], ['ends_at']],
  }),
  table('login_addresses', {
    columns: [int('user_id', key), text('address', 64, key), moment('last_at')],
    index: [['last_at']],
    owner: 'user_id',
  }),
) {}
