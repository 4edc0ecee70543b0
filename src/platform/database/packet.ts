import type { QueryRunner } from 'typeorm';
import type { Plain } from './fill-in.js';
import type { Statement } from './statement.js';

/** What the database says to one statement. */
export interface StatementAnswer {
  rows: Record<string, unknown>[];
  affected: number;
  /** The id that the database gave to the first row of an INSERT; only MySQL tells it. */
  firstId?: number;
}

/** mysql2's connection, as far as packets need it. */
interface MysqlConnection {
  query(sql: string, values: Plain[], done: (error: MysqlError | null, result: unknown) => void): void;
}

type MysqlError = Error & { sql?: string };

/**
 * Sends statements in one packet, over a connection that takes several at once. Uses mysql2's callbacks: its promises,
 * and TypeORM around them, take a stack trace for each query.
 */
export async function ask(runner: QueryRunner, statements: readonly Statement[]): Promise<StatementAnswer[]> {
  const connection = (await runner.connect()) as MysqlConnection;
  for (const { sql, values } of statements) runner.dataSource.logger.logQuery(sql, values, runner);
  const text = statements.map(({ sql }) => sql).join(';\n');
  const values = statements.flatMap((one) => one.values);
  return new Promise((resolve, reject) => {
    connection.query(text, values, (error, result) => {
      if (!error) resolve((statements.length === 1 ? [result] : (result as unknown[])).map(answerOf));
      else {
        // The statement holds values that must not be logged.
        delete error.sql;
        reject(error);
      }
    });
  });
}

function answerOf(raw: unknown): StatementAnswer {
  if (Array.isArray(raw)) return { rows: raw as StatementAnswer['rows'], affected: 0 };
  const { affectedRows: affected, insertId: firstId } = raw as { affectedRows: number; insertId: number };
  return { rows: [], affected, firstId };
}
