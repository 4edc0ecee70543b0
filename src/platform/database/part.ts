import type { EntityManager } from 'typeorm';
import type { StatementAnswer } from './packet.js';
import type { Statement } from './statement.js';

/** Some statements of a packet, with a reader that gets only their answers. */
export interface Part<T> {
  statements: readonly Statement[];
  read: (answers: readonly StatementAnswer[]) => T;
}

type Parts = Record<string, Part<unknown>>;
type ReadOf<P extends Parts> = { [Name in keyof P]: P[Name] extends Part<infer T> ? T : never };

/** Joins parts into one packet, in the order of their names here; reads each by its name. */
export function together<P extends Parts>(parts: P): Part<ReadOf<P>> {
  const named = Object.entries(parts);
  return {
    statements: named.flatMap(([, { statements }]) => statements),
    read(answers) {
      let from = 0;
      const values = named.map(([name, { statements, read }]) => {
        const own = answers.slice(from, (from += statements.length));
        return [name, read(own)];
      });
      return Object.fromEntries(values) as ReadOf<P>;
    },
  };
}

/** Statements whose answers nobody needs. */
export const silent = (statements: readonly Statement[]): Part<void> => ({
  statements,
  read: () => undefined,
});

/** One question; `undefined`: it is not asked, and `read` gets no rows. */
export const question = <T>(
  asked: Statement | undefined,
  read: (rows: StatementAnswer['rows']) => T,
): Part<T> => ({
  statements: asked ? [asked] : [],
  read: ([answer]) => read(answer?.rows ?? []),
});

/** Runs a part in a transaction of TypeORM's. */
export async function askIn<T>(tx: EntityManager, { statements, read }: Part<T>): Promise<T> {
  const answers: StatementAnswer[] = [];
  for (const { sql, values } of statements) {
    const raw: unknown = await tx.query(sql, values);
    answers.push({ rows: Array.isArray(raw) ? (raw as StatementAnswer['rows']) : [], affected: 0 });
  }
  return read(answers);
}
