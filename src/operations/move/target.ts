import type { DataSource, QueryRunner } from 'typeorm';
import { MOVE_TABLE } from '../../platform/database/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import type { MovedTable, SqliteValue } from './source.js';
import { chunked, quoted } from './tables.rules.js';

/** Below 1 MiB, the smallest `max_allowed_packet` that servers use, with room for quotes. */
const STATEMENT_BYTES = 256 << 10;
/** The name of the row that identifies the move. It exists once the rows of the migrations are deleted. */
const BEGUN = '';

/** The new database, through one connection. */
export class Target {
  private constructor(private readonly runner: QueryRunner) {}

  static async open(source: DataSource): Promise<Target> {
    const runner = source.createQueryRunner();
    // By default MySQL would replace an id of 0 by a new one.
    await runner.query("SET SESSION sql_mode = CONCAT(@@SESSION.sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
    return new Target(runner);
  }

  release(): Promise<void> {
    return this.runner.release();
  }

  /** Throws unless the database is empty, or has our schema without accounts, or a part of this same move. */
  async requireUsableTarget(known: readonly string[], reference: string): Promise<void> {
    const tables = await this.rows<{ name: string }>(
      'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    );
    const has = (table: string) => tables.some(({ name }) => name === table);
    if (tables.length === 0) return;
    const applied = has('migrations') ? await this.rows<{ name: string }>('SELECT name FROM migrations') : [];
    if (applied.length === 0)
      throw new Error(`The new database has ${tables.length} tables of something else: use an empty one.`);
    const foreign = applied.find(({ name }) => !known.includes(name));
    if (foreign)
      throw new Error(
        `The new database has a schema that this release does not know (${foreign.name}): use an empty one.`,
      );
    const begun = has(MOVE_TABLE) ? await this.begun() : undefined;
    if (begun !== undefined && begun !== reference)
      throw new Error('The new database has a part of another move: use an empty one.');
    if (begun === undefined && has('users') && (await this.rows('SELECT id FROM users LIMIT 1')).length > 0)
      throw new Error('The new database has accounts already: use an empty one.');
  }

  /** Removes rows that migrations made, and begins; does nothing for a move that has begun. */
  async begin(reference: string, tables: readonly MovedTable[]): Promise<void> {
    await this.runner.query(
      `CREATE TABLE IF NOT EXISTS ${MOVE_TABLE} (name VARCHAR(64) NOT NULL PRIMARY KEY, last_row BIGINT NOT NULL, reference VARCHAR(64) NOT NULL)`,
    );
    failpoint('move.progress');
    if ((await this.begun()) !== undefined) return;
    await this.transaction(async () => {
      for (const { name } of tables.toReversed()) await this.runner.query(`DELETE FROM ${quoted([name])}`);
      await this.runner.query(`INSERT INTO ${MOVE_TABLE} (name, last_row, reference) VALUES (?, 0, ?)`, [
        BEGUN,
        reference,
      ]);
    });
    failpoint('move.cleared');
  }

  private async begun(): Promise<string | undefined> {
    const rows = await this.rows<{ reference: string }>(
      `SELECT reference FROM ${MOVE_TABLE} WHERE name = ?`,
      [BEGUN],
    );
    return rows[0]?.reference;
  }

  /** Throws if the columns of a table differ between the databases. */
  async requireSameColumns(tables: readonly MovedTable[]): Promise<void> {
    const found = await this.rows<{ tbl: string; col: string }>(
      `SELECT TABLE_NAME AS tbl, COLUMN_NAME AS col FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() AND EXTRA NOT LIKE '%GENERATED%'`,
    );
    for (const { name, columns } of tables) {
      const theirs = found.filter(({ tbl }) => tbl === name).map(({ col }) => col);
      if (theirs.toSorted().join() !== columns.toSorted().join())
        throw new Error(`The table ${name} has other columns in the new database: use an empty one.`);
    }
  }

  /** The number of the last copied row of a table; undefined if none was copied. */
  async lastRow(name: string): Promise<bigint | undefined> {
    const [known] = await this.rows<{ last_row: string | number }>(
      `SELECT last_row FROM ${MOVE_TABLE} WHERE name = ?`,
      [name],
    );
    return known && BigInt(known.last_row);
  }

  /** Inserts rows and records the progress, in one transaction. */
  async insert({ name, columns }: MovedTable, rows: readonly SqliteValue[][], last: bigint): Promise<void> {
    const marks = `(${columns.map(() => '?').join(', ')})`;
    await this.transaction(async () => {
      for (const chunk of chunked(rows, STATEMENT_BYTES))
        await this.runner.query(
          `INSERT INTO ${quoted([name])} (${quoted(columns)}) VALUES ${chunk.map(() => marks).join(', ')}`,
          chunk.flat().map(valueFor),
        );
      await this.runner.query(
        `INSERT INTO ${MOVE_TABLE} (name, last_row, reference) VALUES (?, ?, '') ON DUPLICATE KEY UPDATE last_row = ?`,
        [name, String(last), String(last)],
      );
      failpoint('move.batch');
    });
    failpoint('move.copied');
  }

  /** Sets the next ids, so that new rows do not get the id of a deleted row. */
  async continueIds(sequences: readonly { name: string; seq: bigint }[]): Promise<void> {
    for (const { name, seq } of sequences)
      await this.runner.query(`ALTER TABLE ${quoted([name])} AUTO_INCREMENT = ${seq + 1n}`);
    failpoint('move.ids');
  }

  async count(name: string): Promise<number> {
    const [row] = await this.rows<{ n: number | string }>(`SELECT COUNT(*) AS n FROM ${quoted([name])}`);
    return Number(row?.n);
  }

  async find({ name, columns, key }: MovedTable, row: Record<string, SqliteValue>) {
    const [found] = await this.rows<Record<string, unknown>>(
      `SELECT ${quoted(columns)} FROM ${quoted([name])} WHERE ${key.map((column) => `${quoted([column])} = ?`).join(' AND ')}`,
      key.map((column) => valueFor(row[column] ?? null)),
    );
    return found;
  }

  /** Removes the record of the move: services may now start on this database. */
  async end(): Promise<void> {
    await this.runner.query(`DROP TABLE IF EXISTS ${MOVE_TABLE}`);
    failpoint('move.ended');
  }

  private async transaction(work: () => Promise<void>): Promise<void> {
    await this.runner.startTransaction();
    try {
      await work();
      await this.runner.commitTransaction();
    } catch (error) {
      await this.runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  }

  private async rows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.runner.query(sql, values)) as Row[];
  }
}

/** A value for the driver. A bigint is passed as text, which the server reads exactly. */
const valueFor = (value: SqliteValue) => (typeof value === 'bigint' ? String(value) : value);
