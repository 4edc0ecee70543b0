import type { DataSource } from 'typeorm';

/**
 * The table of a move by `npm run move`. In the old file it says where the data went, for good. In the new database it
 * says how far the copy is, and the end of the move drops it.
 */
export const MOVE_TABLE = 'moves';

/** Throws if the data of this database is elsewhere, or not all here: two services would charge one credit twice. */
export async function requireNoMove(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (!(await runner.hasTable(MOVE_TABLE))) return;
    if (source.options.type === 'mysql')
      throw new Error(
        'The move to this database is not finished: run `npm run move` again (docs/moving.md).',
      );
    const [move] = (await runner.query(`SELECT target, ended_at FROM ${MOVE_TABLE}`)) as {
      target: string;
      ended_at: string | null;
    }[];
    throw new Error(
      move?.ended_at
        ? `The database file was moved to ${move.target}: set DATABASE_URL to that database. ` +
            '`npm run move -- --back` returns to the file (docs/moving.md).'
        : `A move of the database file to ${move?.target} is not finished: run \`npm run move\` again, or ` +
            '`npm run move -- --back` to stay with the file (docs/moving.md).',
    );
  } finally {
    await runner.release();
  }
}
