import type { QueryRunner } from 'typeorm';
import { CommitUnknownError } from './commit-unknown.js';
import { ask, type StatementAnswer } from './packet.js';
import type { Part } from './part.js';
import { isAnswered, isNotStored, isUniqueViolation, isUnmet } from './retryable.rules.js';
import { type Statement, statement, type Write } from './statement.js';

/** A write did not find the rows that it was meant for: nothing of its transaction is in the database. */
export class UnmetError extends Error {}

/**
 * A transaction in a few packets: the statements of one call travel together, those of the last call with the COMMIT.
 */
export interface Script {
  /** Asks or writes; the first of them begins the transaction. */
  ask<T>(part: Part<T>): Promise<T>;
  /** Ends it; fails with CommitUnknownError when nobody can say how. */
  commit<T>(part: Part<T>): Promise<T>;
  /**
   * Writes, ends it, and asks what holds afterwards, in one packet. Fails with UnmetError, and leaves no trace, when a
   * write does not find its rows.
   */
  commitAndAsk<T>(writes: readonly Write[], after: Part<T>): Promise<T>;
  /** Ends it without a trace, where it has not ended yet. */
  rollback(): Promise<void>;
}

/** On MySQL, over a connection that takes several statements at once. Values are escaped, never statements. */
export class MysqlScript implements Script {
  private isOpen = false;

  /**
   * @param onGalera each statement travels alone: a node that rolls a transaction back for another's sake between two
   * statements of a packet runs the rest of the packet outside any transaction
   */
  constructor(
    private readonly runner: QueryRunner,
    private readonly onGalera: boolean,
  ) {}

  async ask<T>({ statements, read }: Part<T>): Promise<T> {
    return read(await this.send(statements));
  }

  async commit<T>({ statements, read }: Part<T>): Promise<T> {
    try {
      return read(await this.end([...statements, COMMIT]));
    } catch (error) {
      // An answer is about a statement before the COMMIT, or says that it was rolled back; anything else is silence.
      throw isAnswered(error) ? error : new CommitUnknownError(error);
    }
  }

  async commitAndAsk<T>(writes: readonly Write[], { statements, read }: Part<T>): Promise<T> {
    const guarded = withGuards(writes);
    try {
      const answers = await this.end([...guarded, COMMIT, ...statements]);
      return read(answers.slice(guarded.length + 1));
    } catch (error) {
      if (isUnmet(error)) throw new UnmetError();
      // Only a write fails with these; any other error may have come after the COMMIT.
      throw isNotStored(error) || isUniqueViolation(error) ? error : new CommitUnknownError(error);
    }
  }

  async rollback(): Promise<void> {
    if (this.isOpen) await this.end([ROLLBACK]);
  }

  private async end(statements: readonly Statement[]): Promise<StatementAnswer[]> {
    const answers = await this.send(statements);
    this.isOpen = false;
    return answers;
  }

  private async send(statements: readonly Statement[]): Promise<StatementAnswer[]> {
    if (this.isOpen) return this.travel(statements);
    this.isOpen = true;
    const answers = await this.travel([BEGIN, ...statements]);
    return answers.slice(1);
  }

  private async travel(statements: readonly Statement[]): Promise<StatementAnswer[]> {
    if (statements.length === 0) return [];
    if (!this.onGalera) return ask(this.runner, statements);
    const answers: StatementAnswer[] = [];
    for (const one of statements) answers.push(...(await ask(this.runner, [one])));
    return answers;
  }
}

const BEGIN = statement('START TRANSACTION');
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');

/**
 * `value`, if the statement before found so many rows; else an error that breaks the packet off, see {@link isUnmet}.
 */
const ifFound = (rows: number, value: string) =>
  `IF(ROW_COUNT() = ${rows}, ${value}, (SELECT 1 UNION SELECT 2))`;

/** The INSERT up to its first value, which the database always evaluates. */
const INSERT_OF_VALUES = /^(INSERT INTO \w+ \([\w, ]+\) VALUES \()\?/;

/** Adds a guard after each write that must find rows: in the INSERT that follows, else as a SELECT of its own. */
function withGuards(writes: readonly Write[]): Statement[] {
  const carries = (write: Write | undefined) => write !== undefined && INSERT_OF_VALUES.test(write.sql);
  return writes.flatMap((write, at) => {
    const before = writes[at - 1]?.rows;
    const sql =
      before === undefined ? write.sql : write.sql.replace(INSERT_OF_VALUES, `$1${ifFound(before, '?')}`);
    const guarded = { sql, values: write.values };
    if (write.rows === undefined || carries(writes[at + 1])) return guarded;
    return [guarded, statement(`SELECT ${ifFound(write.rows, '1')}`)];
  });
}

/** On SQLite the statements run one by one. */
export class SqliteScript implements Script {
  constructor(private readonly runner: QueryRunner) {}

  async ask<T>({ statements, read }: Part<T>): Promise<T> {
    if (!this.runner.isTransactionActive) await this.runner.startTransaction();
    return read(await this.each(statements));
  }

  async commit<T>(part: Part<T>): Promise<T> {
    const value = await this.ask(part);
    await commit(this.runner);
    return value;
  }

  async commitAndAsk<T>(writes: readonly Write[], { statements, read }: Part<T>): Promise<T> {
    const answers = await this.ask({ statements: writes, read: (all) => all });
    if (writes.some(({ rows }, at) => rows !== undefined && answers[at]?.affected !== rows))
      throw new UnmetError();
    await commit(this.runner);
    try {
      return read(await this.each(statements));
    } catch (error) {
      // The writes are stored, unlike after any other error.
      throw new CommitUnknownError(error);
    }
  }

  async rollback(): Promise<void> {
    if (this.runner.isTransactionActive) await this.runner.rollbackTransaction();
  }

  private async each(statements: readonly Statement[]): Promise<StatementAnswer[]> {
    const answers: StatementAnswer[] = [];
    for (const { sql, values } of statements) {
      const { records, affected } = await this.runner.query(sql, values, true);
      answers.push({ rows: (records as StatementAnswer['rows'] | undefined) ?? [], affected: affected ?? 0 });
    }
    return answers;
  }
}

/** Ends a transaction of TypeORM's. Fails with CommitUnknownError when nobody can say how it ended. */
export async function commit(runner: QueryRunner): Promise<void> {
  try {
    await runner.commitTransaction();
  } catch (error) {
    // A deadlock, a certification failure, a server that only reads and any error of SQLite are answers (rolled back);
    // anything else is silence.
    throw isNotStored(error) ? error : new CommitUnknownError(error);
  }
}
