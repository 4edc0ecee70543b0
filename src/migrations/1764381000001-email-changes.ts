import { key, MigrationOf, moment, ref, table, text } from './schema.js';

/** New addresses that owners have not verified yet. */
export class EmailChanges1764381000001 extends MigrationOf(
  table('email_changes', {
    columns: [ref('user_id', key), text('email', 254), text('token_hash', 64), moment('expires_at')],
  }),
) {}
