import { existsSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { loadSqlite, MOVE_TABLE } from '../../platform/database/index.js';
import { ordered, quoted } from './tables.rules.js';

export type SqliteValue = string | number | bigint | Buffer | null;

export interface MovedTable {
  name: string;
  /** All columns except those that the database computes. */
  columns: string[];
  key: string[];
}

/** The row in the file that records its move. */
export interface Marker {
  target: string;
  /** Identifies the move; also stored in the new database. Another copy of the file cannot continue the same move. */
  reference: string;
  endedAt?: string | null;
  /** The row is not in the file yet. */
  isNew?: boolean;
}

interface Column {
  name: string;
  pk: bigint;
  /** 0 for a column that is stored, not computed. */
  hidden: bigint;
}

/** Tables that are not data: TypeORM's two, and that of the move itself. */
const NOT_MOVED = ['migrations', 'typeorm_metadata', MOVE_TABLE];
const BEFORE_ALL = -(2n ** 63n);

/** The SQLite file, with integers of 64 bits. */
export class Source {
  private constructor(private readonly db: Sqlite.Database) {}

  static open(file: string): Source {
    const db = new (loadSqlite())(file, { fileMustExist: true, timeout: 5000 });
    db.defaultSafeIntegers(true);
    db.pragma('synchronous = FULL');
    return new Source(db);
  }

  close(): void {
    this.db.close();
  }

  appliedMigrations(): string[] {
    if (!this.has('migrations')) return [];
    return this.all<{ name: string }>('SELECT name FROM migrations').map(({ name }) => name);
  }

  marker(): Marker | undefined {
    if (!this.has(MOVE_TABLE)) return undefined;
    return this.all<Marker>(`SELECT target, reference, ended_at AS endedAt FROM ${MOVE_TABLE}`)[0];
  }

  /** Records the move in the file: no service starts on it any more. */
  mark({ target, reference }: Marker): void {
    this.db.transaction(() => {
      this.db.exec(
        `CREATE TABLE ${MOVE_TABLE} (target TEXT NOT NULL, reference TEXT NOT NULL, ended_at TEXT)`,
      );
      this.db.prepare(`INSERT INTO ${MOVE_TABLE} (target, reference) VALUES (?, ?)`).run(target, reference);
    })();
  }

  unmark(): void {
    this.db.exec(`DROP TABLE ${MOVE_TABLE}`);
  }

  /** Locks the file against writers until {@link end} or {@link close}. */
  begin(): void {
    this.db.exec('BEGIN IMMEDIATE');
  }

  end(now: Date): void {
    this.db.prepare(`UPDATE ${MOVE_TABLE} SET ended_at = ?`).run(now.toISOString());
    this.db.exec('COMMIT');
  }

  /** The tables to copy, each after those that its foreign keys refer to. */
  tables(): MovedTable[] {
    const names = this.all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    ).map(({ name }) => name);
    const moved = names.filter((name) => !NOT_MOVED.includes(name));
    const needs = (name: string) =>
      this.all<{ table: string }>(`PRAGMA foreign_key_list(${quoted([name])})`).map(({ table }) => table);
    return ordered(moved, needs).map((name) => {
      const columns = this.all<Column>(`PRAGMA table_xinfo(${quoted([name])})`);
      return {
        name,
        columns: columns.filter(({ hidden }) => hidden === 0n).map((column) => column.name),
        key: columns.filter(({ pk }) => pk > 0n).map((column) => column.name),
      };
    });
  }

  count(name: string): number {
    return Number(this.all<{ n: bigint }>(`SELECT COUNT(*) AS n FROM ${quoted([name])}`)[0]?.n);
  }

  /** The next rows, and the number of the last one. */
  batch({ name, columns }: MovedTable, after: bigint | undefined, limit: number) {
    const rows = this.db
      .prepare(
        `SELECT rowid, ${quoted(columns)} FROM ${quoted([name])} WHERE rowid > ? ORDER BY rowid LIMIT ${limit}`,
      )
      .raw()
      .all(after ?? BEFORE_ALL) as [bigint, ...SqliteValue[]][];
    return { last: rows.at(-1)?.[0], rows: rows.map(([, ...values]) => values) };
  }

  /** About `count` rows from all over the table. */
  sample({ name, columns }: MovedTable, count: number): Record<string, SqliteValue>[] {
    const step = Math.max(1, Math.floor(this.count(name) / count));
    return this.all(
      `SELECT ${quoted(columns)} FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY rowid) AS moved_nth FROM ${quoted([name])})
        WHERE moved_nth % ${step} = 0`,
    );
  }

  /** The highest id that each table has ever had. */
  sequences(): { name: string; seq: bigint }[] {
    return this.all('SELECT name, seq FROM sqlite_sequence WHERE seq > 0');
  }

  private has(table: string): boolean {
    return this.db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined;
  }

  private all<Row>(sql: string): Row[] {
    return this.db.prepare(sql).all() as Row[];
  }
}

export function requireSourceFile(file: string): void {
  if (!existsSync(file)) throw new Error(`There is no ${file}: set DATABASE_URL to the SQLite file to move.`);
}
