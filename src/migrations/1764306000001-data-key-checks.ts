import { int, key, MigrationOf, moment, table, text } from './schema.js';

/** The fingerprint of the DATA_KEY of this data, in one row. */
export class DataKeyChecks1764306000001 extends MigrationOf(
  table('data_key_checks', {
    columns: [int('id', key), text('fingerprint', 64), moment('created_at')],
  }),
) {}
