import { int, key, MigrationOf, sql, table } from './schema.js';

/** The one row that is written by whoever takes an administrator away. */
export class AdminTurns1764150000001 extends MigrationOf(
  table('admin_turns', { columns: [int('id', key), int('taken', { default: 0 })] }),
  sql({ up: 'INSERT INTO admin_turns (id, taken) VALUES (1, 0)' }),
) {}
