import type { DataSource } from 'typeorm';
import { isRetryable } from './retryable.rules.js';
import { isUnavailable } from './unavailable.js';

/** A statement that a CHECK constraint must refuse, and the statement that adds the constraint. */
export interface CheckProbe {
  refused: string;
  repair: string;
}

const REFUSED_BY_CHECK = new Set<unknown>([3819, 4025, 'SQLITE_CONSTRAINT_CHECK']);
/** The statement got as far as the foreign key. */
const REFUSED_BY_FOREIGN_KEY = new Set<unknown>([1216, 1452, 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/**
 * Runs the statement in a transaction that is rolled back. Throws unless a CHECK refuses it. A server that takes no
 * writes now proves nothing, and the service starts.
 */
export async function requireChecks(source: DataSource, { refused, repair }: CheckProbe): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(refused);
  } catch (error) {
    const { errno, code } = (error as { driverError?: { errno?: number; code?: string } }).driverError ?? {};
    if (REFUSED_BY_CHECK.has(errno) || REFUSED_BY_CHECK.has(code)) return;
    if (!REFUSED_BY_FOREIGN_KEY.has(errno) && !REFUSED_BY_FOREIGN_KEY.has(code)) {
      if (isUnavailable(error) || isRetryable(error)) return;
      throw error;
    }
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
  throw new Error(
    `the database accepts a negative balance, its CHECK constraint is missing. Run \`${repair}\``,
  );
}
