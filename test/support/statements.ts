import type { Logger } from 'typeorm';
import type { TestApp } from './app.js';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

/**
 * The SQL statements of a piece of work. Whatever runs beside it is among them: of several runs the shortest is the
 * work's own.
 */
export async function statementsOf(test: TestApp, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const end = test.database.listen(noteInto(statements));
  try {
    await work();
    return statements;
  } finally {
    end();
  }
}

/** How the engine goes about a statement, as one text that names the indexes it uses. */
export async function planOf({ database }: TestApp, { sql, parameters }: Statement): Promise<string> {
  const explain = database.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN FORMAT=TRADITIONAL';
  const steps = await database.read.query<object[]>(`${explain} ${sql}`, parameters);
  // MySQL also names those it considered.
  return JSON.stringify(steps.map((step) => ({ ...step, possible_keys: undefined })));
}

/** How many rows MySQL or MariaDB goes through for these statements, run once more: its own count of a connection. */
export async function rowsReadBy({ database }: TestApp, statements: Statement[]): Promise<number> {
  const runner = database.read.dataSource.createQueryRunner();
  const count = async () => {
    const rows = (await runner.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
  };
  try {
    // Asking is counted too.
    const asking = -(await count()) + (await count());
    const before = await count();
    for (const { sql, parameters } of statements) await runner.query(sql, parameters);
    return (await count()) - before - asking;
  } finally {
    await runner.release();
  }
}

function noteInto(statements: Statement[]): Logger {
  const ignore = () => undefined;
  return {
    logQuery: (sql, parameters) =>
      void statements.push({ sql, parameters: Array.isArray(parameters) ? parameters : [] }),
    logQueryError: ignore,
    logQuerySlow: ignore,
    logSchemaBuild: ignore,
    logMigration: ignore,
    log: ignore,
  };
}
