import { int, key, MigrationOf, sql, table } from './schema.js';

/** One row. Every transaction that demotes or suspends an administrator locks it first. */
export class AdminTurns1764150000001 extends MigrationOf(
  table('admin_turns', { columns: [int('id', key), int('taken', { default: 0 })] }),
  sql({ up: 'INSERT INTO admin_turns (id, taken) VALUES (1, 0)' }),
) {}
