import { int, key, MigrationOf, moment, table, text } from './schema.js';

/** By which DATA_KEY the data is kept: one row. */
export class DataKeyChecks1764306000001 extends MigrationOf(
  table('data_key_checks', {
    columns: [int('id', key), text('fingerprint', 64), moment('created_at')],
  }),
) {}
