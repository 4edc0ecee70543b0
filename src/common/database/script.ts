import type { QueryRunner } from 'typeorm';
import { CommitUnknownError } from './commit-unknown.js';
import { ask, type Answer } from './packet.js';
import { isAnswered, isRolledBack, isUniqueViolation, isUnmet } from './retryable.js';
import { statement, type Statement, type Write } from './statement.js';

/** A write did not find the rows that it was meant for: nothing of its transaction is in the database. */
export class UnmetError extends Error {}

/** A transaction in a few packets: statements that are run at once travel at once, the last of them with the COMMIT. */
export interface Script {
  run(...statements: Statement[]): Promise<Answer[]>;
  /** Ends it; fails with CommitUnknownError when nobody can say how. */
  commit(...statements: Statement[]): Promise<Answer[]>;
  /**
   * All of it in one packet: writes, the COMMIT, and a question about what holds afterwards. Fails with UnmetError, and
   * leaves no trace, when a write does not find its rows.
   */
  whole(writes: Write[], question: Statement): Promise<Answer>;
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

  async run(...statements: Statement[]): Promise<Answer[]> {
    const begin = this.isOpen ? [] : BEGIN;
    this.isOpen = true;
    const answers = await this.send([...begin, ...statements]);
    return answers.slice(begin.length);
  }

  async commit(...statements: Statement[]): Promise<Answer[]> {
    try {
      const answers = await this.end([...statements, COMMIT]);
      return answers.slice(0, -1);
    } catch (error) {
      // An answer is about a statement before the COMMIT, or says that it was rolled back; anything else is silence.
      throw isAnswered(error) ? error : new CommitUnknownError(error);
    }
  }

  async whole(writes: Write[], question: Statement): Promise<Answer> {
    const guarded = writes.flatMap((write) =>
      write.rows === undefined ? write : [write, unlessChanged(write.rows)],
    );
    this.isOpen = true;
    try {
      const answers = await this.end([...BEGIN, ...guarded, COMMIT, question]);
      return answers.at(-1) as Answer;
    } catch (error) {
      if (isUnmet(error)) throw new UnmetError();
      // Only a write says these; whatever else it is may have come after the COMMIT.
      throw isRolledBack(error) || isUniqueViolation(error) ? error : new CommitUnknownError(error);
    }
  }

  async rollback(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.send([ROLLBACK]);
  }

  private async end(statements: Statement[]): Promise<Answer[]> {
    const answers = await this.send(statements);
    this.isOpen = false;
    return answers;
  }

  private async send(statements: Statement[]): Promise<Answer[]> {
    if (!this.onGalera) return ask(this.runner, statements);
    const answers: Answer[] = [];
    for (const one of statements) answers.push(...(await ask(this.runner, [one])));
    return answers;
  }
}

const BEGIN = ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED', 'START TRANSACTION'].map((sql) =>
  statement(sql),
);
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');

/** Breaks a packet off, by the error that {@link isUnmet} knows, unless the statement before it found so many rows. */
const unlessChanged = (rows: number) =>
  statement(`SELECT IF(ROW_COUNT() = ${rows}, 1, (SELECT 1 UNION SELECT 2))`);

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

  async whole(writes: Write[], question: Statement): Promise<Answer> {
    const answers = await this.run(...writes);
    if (writes.some(({ rows }, at) => rows !== undefined && answers[at]?.affected !== rows))
      throw new UnmetError();
    await commit(this.runner);
    const [answer] = await this.each([question]);
    return answer as Answer;
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
