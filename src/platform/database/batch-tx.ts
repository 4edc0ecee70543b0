import type { QueryRunner } from 'typeorm';
import { CommitUnknownError } from './commit-unknown.js';
import type { Plain } from './fill-in.js';
import { isAnswered, isNotStored, isUniqueViolation } from './retryable.rules.js';
import { type Statement, statement } from './statement.js';

/** The rows of one statement; none for a write. */
export type Rows = Record<string, unknown>[];

/** A transaction that sends the statements of each call together: one round trip per call. */
export interface BatchTx {
  /** Returns the rows of each statement. The first call begins the transaction; `undefined` is not sent and has no rows. */
  query(...statements: readonly (Statement | undefined)[]): Promise<Rows[]>;
  /**
   * Runs the statements and commits; `after` reads once the COMMIT is done. Returns the rows of each. Fails with
   * CommitUnknownError if the COMMIT may have happened, although an error came back.
   */
  commit(statements: readonly Statement[], after?: Statement): Promise<Rows[]>;
  /** Does nothing after a commit. */
  rollback(): Promise<void>;
}

const BEGIN = statement('START TRANSACTION');
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');

/** Needs a connection that takes several statements at once. Values are escaped; statements are never input. */
export class MysqlBatchTx implements BatchTx {
  private isOpen = false;

  /**
   * @param oneByOne sends each statement alone. A Galera node that rolls back between two statements of a packet would
   *   run the rest of the packet outside any transaction.
   */
  constructor(
    private readonly runner: QueryRunner,
    private readonly oneByOne: boolean,
  ) {}

  query(...statements: readonly (Statement | undefined)[]): Promise<Rows[]> {
    return rowsOfEach(statements, (present) => this.send(present));
  }

  async commit(statements: readonly Statement[], after?: Statement): Promise<Rows[]> {
    try {
      const rows = await this.send([...statements, COMMIT, ...(after ? [after] : [])]);
      this.isOpen = false;
      return rows.toSpliced(statements.length, 1);
    } catch (error) {
      // With `after`, other errors may come from the read that follows the COMMIT.
      const isRolledBack = after ? isNotStored(error) || isUniqueViolation(error) : isAnswered(error);
      throw isRolledBack ? error : new CommitUnknownError(error);
    }
  }

  async rollback(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await sendTogether(this.runner, [ROLLBACK]);
  }

  private async send(statements: readonly Statement[]): Promise<Rows[]> {
    const begin = this.isOpen ? [] : [BEGIN];
    this.isOpen = true;
    const all = [...begin, ...statements];
    if (!this.oneByOne) return (await sendTogether(this.runner, all)).slice(begin.length);
    const rows: Rows[] = [];
    for (const one of all) rows.push(...(await sendTogether(this.runner, [one])));
    return rows.slice(begin.length);
  }
}

/** SQLite runs the statements one by one; there is no network in between. */
export class SqliteBatchTx implements BatchTx {
  constructor(private readonly runner: QueryRunner) {}

  async query(...statements: readonly (Statement | undefined)[]): Promise<Rows[]> {
    if (!this.runner.isTransactionActive) await this.runner.startTransaction();
    return rowsOfEach(statements, (present) => this.each(present));
  }

  async commit(statements: readonly Statement[], after?: Statement): Promise<Rows[]> {
    const rows = await this.query(...statements);
    await commit(this.runner);
    try {
      return after ? [...rows, ...(await this.each([after]))] : rows;
    } catch (error) {
      throw new CommitUnknownError(error);
    }
  }

  async rollback(): Promise<void> {
    if (this.runner.isTransactionActive) await this.runner.rollbackTransaction();
  }

  private async each(statements: readonly Statement[]): Promise<Rows[]> {
    const rows: Rows[] = [];
    for (const { sql, values } of statements) {
      const { records } = await this.runner.query(sql, values, true);
      rows.push((records as Rows | undefined) ?? []);
    }
    return rows;
  }
}

async function rowsOfEach(
  statements: readonly (Statement | undefined)[],
  send: (present: Statement[]) => Promise<Rows[]>,
): Promise<Rows[]> {
  const present = statements.filter((one) => one !== undefined);
  const rows = await send(present);
  return statements.map((one) => (one && rows[present.indexOf(one)]) ?? []);
}

/** Commits a transaction of TypeORM's. Fails with CommitUnknownError unless the database says that it rolled back. */
export async function commit(runner: QueryRunner): Promise<void> {
  try {
    await runner.commitTransaction();
  } catch (error) {
    throw isNotStored(error) ? error : new CommitUnknownError(error);
  }
}

/** The part of mysql2's connection that is used here. */
interface MysqlConnection {
  query(sql: string, values: Plain[], done: (error: MysqlError | null, result: unknown) => void): void;
}

type MysqlError = Error & { sql?: string };

/**
 * Sends statements in one packet. Uses mysql2's callbacks: its promises, and TypeORM around them, take a stack trace for
 * each query.
 */
export async function sendTogether(runner: QueryRunner, statements: readonly Statement[]): Promise<Rows[]> {
  const connection = (await runner.connect()) as MysqlConnection;
  for (const { sql, values } of statements) runner.dataSource.logger.logQuery(sql, values, runner);
  const text = statements.map(({ sql }) => sql).join(';\n');
  const values = statements.flatMap((one) => one.values);
  return new Promise((resolve, reject) => {
    connection.query(text, values, (error, result) => {
      if (!error) resolve((statements.length === 1 ? [result] : (result as unknown[])).map(rowsIn));
      else {
        // The statement holds values that must not be logged.
        delete error.sql;
        reject(error);
      }
    });
  });
}

const rowsIn = (result: unknown): Rows => (Array.isArray(result) ? (result as Rows) : []);
