import type { QueryRunner } from 'typeorm';

/** Changes ids and the columns that refer to them between 32 and 64 bits. SQLite's integers always have 64. */

export type IdType = 'int' | 'bigint';

/** The change of one table. */
export interface IdChange {
  table: string;
  /** The database's estimate. */
  rows: number;
  /** The clauses of its ALTER TABLE. */
  clauses: string;
}

/** Columns that hold ids. `migrations` is TypeORM's table. `role_id` is a constant of ours and refers to no row. */
const HOLDS_ID = `c.TABLE_NAME <> 'migrations' AND c.COLUMN_NAME <> 'role_id'
  AND (c.COLUMN_NAME IN ('id', 'acknowledged_by', 'decided_by', 'invited_by') OR RIGHT(c.COLUMN_NAME, 3) = '_id')`;

/** Tables with a foreign key to `users`. It must be dropped while the type of either side changes. */
export const OWNED = [
  'api_keys',
  'credit_balances',
  'hook_alerts',
  'login_addresses',
  'password_resets',
  'recovery_codes',
  'second_factors',
  'sessions',
  'webhook_endpoints',
];

interface Column {
  name: string;
  col: string;
  nullable: string;
  extra: string;
  size: number | string | null;
}

/** The tables whose ids are not of this type yet, small ones first. */
export async function idChanges(runner: QueryRunner, type: IdType): Promise<IdChange[]> {
  const columns = (await runner.query(
    `SELECT c.TABLE_NAME AS name, c.COLUMN_NAME AS col, c.IS_NULLABLE AS nullable, c.EXTRA AS extra, t.TABLE_ROWS AS size
      FROM information_schema.COLUMNS c
      JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
      WHERE c.TABLE_SCHEMA = DATABASE() AND c.DATA_TYPE = '${type === 'bigint' ? 'int' : 'bigint'}' AND ${HOLDS_ID}
      ORDER BY t.TABLE_ROWS, c.TABLE_NAME, c.ORDINAL_POSITION`,
  )) as Column[];
  return [...new Set(columns.map(({ name }) => name))].map((table) => {
    const own = columns.filter(({ name }) => name === table);
    return {
      table,
      rows: Number(own[0]?.size ?? 0),
      clauses: own.map((column) => clause(column, type)).join(', '),
    };
  });
}

function clause({ col, nullable, extra }: Column, type: IdType): string {
  const increment = extra.includes('auto_increment') ? ' AUTO_INCREMENT' : '';
  return `MODIFY ${col} ${type} ${nullable === 'YES' ? 'NULL' : 'NOT NULL'}${increment}`;
}

/**
 * Changes the ids of all tables, by one statement for each table. If it is killed, the next run continues.
 * @param changed is called after each table
 */
export async function changeIds(
  runner: QueryRunner,
  type: IdType,
  changed: (change: IdChange) => void = () => undefined,
): Promise<void> {
  const changes = await idChanges(runner, type);
  const ofAccounts = changes.filter(({ table }) => table === 'users' || OWNED.includes(table));
  const change = async (one: IdChange) => {
    await runner.query(`ALTER TABLE ${one.table} ${one.clauses}`);
    changed(one);
  };
  if (ofAccounts.length > 0)
    for (const table of await tablesWithKey(runner))
      await runner.query(`ALTER TABLE ${table} DROP FOREIGN KEY ${ownerKey(table)}`);
  for (const one of ofAccounts) await change(one);
  const withKey = await tablesWithKey(runner);
  for (const table of OWNED)
    if (!withKey.includes(table))
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${ownerKey(table)} FOREIGN KEY (user_id) REFERENCES users (id)`,
      );
  for (const one of changes) if (!ofAccounts.includes(one)) await change(one);
}

async function tablesWithKey(runner: QueryRunner): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT TABLE_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
      WHERE CONSTRAINT_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = 'users' ORDER BY TABLE_NAME`,
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

const ownerKey = (table: string) => `fk_${table}_owner`;
