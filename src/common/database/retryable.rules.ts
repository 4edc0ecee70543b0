import { DatabaseSilentError, type DriverFailure, isBrokenOff } from './unavailable.js';

/** The database says that it rolled the work back: deadlock, lock wait, record changed (MariaDB), SQLite busy. */
const ROLLED_BACK = new Set([1213, 1205, 1020]);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);
const COMMIT_FAILED = 1180;

/** Whether a unit of work that failed before its COMMIT was sent may run again: nothing of it is in the database. */
export function isRetryable(error: unknown): boolean {
  const inner = driverError(error);
  return isRolledBack(error) || (isBrokenOff(inner) && !(inner instanceof DatabaseSilentError));
}

/** An answer even to COMMIT: nothing of the work is in the database. */
export function isRolledBack(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return ROLLED_BACK.has(errno as number) || BUSY.has(code as string);
}

/** Said by the database of a statement that may be a COMMIT, and meaning that nothing of the work is in it. */
export function isAnswered(error: unknown): boolean {
  const inner = driverError(error);
  const { errno, code, sqlState } = inner;
  if (isRolledBack(error)) return true;
  const isSaid = typeof sqlState === 'string' || (typeof code === 'string' && code.startsWith('SQLITE_'));
  return isSaid && errno !== COMMIT_FAILED && !isBrokenOff(inner);
}

/** True when a packet was broken off because a write did not find its rows (a subquery gave two). */
export function isUnmet(error: unknown): boolean {
  return driverError(error).errno === 1242;
}

/** True when an INSERT met a row with the same unique key. */
export function isUniqueViolation(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return errno === 1062 || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** NULL, one again, and a CHECK that is not kept, of MySQL and MariaDB. */
const REFUSED = new Set([1048, 1062, 3819, 4025]);

/** True when the database refused a row that a constraint does not allow. */
export function isConstraintViolation(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return REFUSED.has(errno as number) || (typeof code === 'string' && code.startsWith('SQLITE_CONSTRAINT'));
}

function driverError(error: unknown): Partial<DriverFailure> {
  const outer = (error ?? {}) as Partial<DriverFailure> & { driverError?: DriverFailure };
  return outer.driverError ?? outer;
}
