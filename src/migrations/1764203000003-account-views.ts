import { int, key, MigrationOf, moment, table } from './schema.js';

/** Read-only impersonations of an account by administrators, with their end. */
export class AccountViews1764203000003 extends MigrationOf(
  table('account_views', {
    columns: [int('session_id', key), int('admin_id'), int('user_id'), moment('expires_at')],
    index: [['expires_at']],
  }),
) {}
