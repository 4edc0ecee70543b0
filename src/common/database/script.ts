import type { QueryRunner } from 'typeorm';
import { CommitUnknownError } from './commit-unknown.js';
import { isAnswered, isRolledBack } from './retryable.js';
import type { Statement } from './statement.js';

/** What the database says to one statement. */
export interface Answer {
  rows: Record<string, unknown>[];
  affected: number;
}

/** A transaction in a few packets: statements that are run at once travel at once, the last of them with the COMMIT. */
export interface Script {
  run(...statements: Statement[]): Promise<Answer[]>;
  /** Ends it; fails with CommitUnknownError when nobody can say how. */
  commit(...statements: Statement[]): Promise<Answer[]>;
  /** Ends it, and asks in the same packet for what holds afterwards; any failure may have come after the COMMIT. */
  commitThen(...statements: Statement[]): Promise<Answer[]>;
  /** Ends it without a trace, where it has not ended yet. */
  rollback(): Promise<void>;
}

/** On MySQL, over a connection that takes several statements at once. Values are escaped, never statements. */
export class MysqlScript implements Script {
  private isOpen = false;

  constructor(private readonly runner: QueryRunner) {}

  async run(...statements: Statement[]): Promise<Answer[]> {
    const begin = this.isOpen ? [] : BEGIN;
    this.isOpen = true;
    const answers = await this.send([...begin, ...statements.map(({ sql }) => sql)], statements);
    return answers.slice(begin.length);
  }

  async commit(...statements: Statement[]): Promise<Answer[]> {
    try {
      const answers = await this.end([...statements.map(({ sql }) => sql), COMMIT], statements);
      return answers.slice(0, -1);
    } catch (error) {
      // An answer is about a statement before the COMMIT, or says that it was rolled back; anything else is silence.
      throw isAnswered(error) ? error : new CommitUnknownError(error);
    }
  }

  async commitThen(...statements: Statement[]): Promise<Answer[]> {
    try {
      const answers = await this.end([COMMIT, ...statements.map(({ sql }) => sql)], statements);
      return answers.slice(1);
    } catch (error) {
      throw isRolledBack(error) ? error : new CommitUnknownError(error);
    }
  }

  async rollback(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.send(['ROLLBACK'], []);
  }

  private async end(texts: string[], statements: Statement[]): Promise<Answer[]> {
    const answers = await this.send(texts, statements);
    this.isOpen = false;
    return answers;
  }

  private async send(texts: string[], statements: Statement[]): Promise<Answer[]> {
    const values = statements.flatMap((statement) => statement.values);
    const connection = (await this.runner.connect()) as MysqlConnection;
    const raw = await ask(connection, texts.join(';\n'), values);
    return (texts.length === 1 ? [raw] : (raw as unknown[])).map(mysqlAnswer);
  }
}

/** mysql2's connection, as far as scripts need it. */
interface MysqlConnection {
  query(sql: string, values: unknown[], done: (error: MysqlError | null, result: unknown) => void): void;
}

type MysqlError = Error & { sql?: string };

/** By its callback: its promises, and TypeORM around them, take a stack trace for each query. */
function ask(connection: MysqlConnection, sql: string, values: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, values, (error, result) => {
      if (!error) resolve(result);
      else {
        // Whoever logs it shall not log what was written.
        delete error.sql;
        reject(error);
      }
    });
  });
}

const BEGIN = ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED', 'START TRANSACTION'];
const COMMIT = 'COMMIT';

function mysqlAnswer(raw: unknown): Answer {
  if (Array.isArray(raw)) return { rows: raw as Answer['rows'], affected: 0 };
  return { rows: [], affected: (raw as { affectedRows: number }).affectedRows };
}

/** On SQLite: there is nothing to travel. */
export class SqliteScript implements Script {
  constructor(private readonly runner: QueryRunner) {}

  async run(...statements: Statement[]): Promise<Answer[]> {
    if (!this.runner.isTransactionActive) await this.runner.startTransaction();
    return this.each(statements);
  }

  async commit(...statements: Statement[]): Promise<Answer[]> {
    const answers = await this.run(...statements);
    await commit(this.runner);
    return answers;
  }

  async commitThen(...statements: Statement[]): Promise<Answer[]> {
    await commit(this.runner);
    return this.each(statements);
  }

  async rollback(): Promise<void> {
    if (this.runner.isTransactionActive) await this.runner.rollbackTransaction();
  }

  private async each(statements: Statement[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const { sql, values } of statements) {
      const { records, affected } = await this.runner.query(sql, values, true);
      answers.push({ rows: (records as Answer['rows'] | undefined) ?? [], affected: affected ?? 0 });
    }
    return answers;
  }
}

/** Ends a transaction of TypeORM's. Fails with CommitUnknownError when nobody can say how it ended. */
export async function commit(runner: QueryRunner): Promise<void> {
  try {
    await runner.commitTransaction();
  } catch (error) {
    // A deadlock or certification failure at COMMIT is an answer (rolled back); anything else is silence.
    throw isRolledBack(error) ? error : new CommitUnknownError(error);
  }
}
