import type { Plain } from './fill-in.js';

/** What the database says to one statement. */
export interface Answer {
  rows: Record<string, unknown>[];
  affected: number;
}

/** mysql2's connection, as far as packets need it. */
interface MysqlConnection {
  query(sql: string, values: unknown[], done: (error: MysqlError | null, result: unknown) => void): void;
}

type MysqlError = Error & { sql?: string };

/**
 * Sends statements over a connection that takes several at once. By mysql2's callback: its promises, and TypeORM around
 * them, take a stack trace for each query.
 */
export function ask(connection: unknown, texts: string[], values: Plain[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    (connection as MysqlConnection).query(texts.join(';\n'), values, (error, result) => {
      if (!error) resolve((texts.length === 1 ? [result] : (result as unknown[])).map(answerOf));
      else {
        // Whoever logs it shall not log what was written.
        delete error.sql;
        reject(error);
      }
    });
  });
}

function answerOf(raw: unknown): Answer {
  if (Array.isArray(raw)) return { rows: raw as Answer['rows'], affected: 0 };
  return { rows: [], affected: (raw as { affectedRows: number }).affectedRows };
}
