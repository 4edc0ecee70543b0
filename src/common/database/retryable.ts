/** The database says that it rolled the work back: deadlock, lock wait, record changed (MariaDB), SQLite busy. */
const ROLLED_BACK = new Set([1213, 1205, 1020]);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);
/** It cannot go on: node not ready (Galera), server stopping, query or connection killed. */
const BROKEN_OFF = new Set([1047, 1053, 1317, 1927]);
const COMMIT_FAILED = 1180;
const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT']);

interface DriverError {
  errno?: unknown;
  code?: unknown;
  /** mysql2's word for an error that ended the connection. */
  fatal?: unknown;
  /** There when the server itself said so. */
  sqlState?: unknown;
}

/** Whether a unit of work that failed before its COMMIT was sent may run again: nothing of it is in the database. */
export function isRetryable(error: unknown): boolean {
  return isRolledBack(error) || isBrokenOff(error);
}

/** An answer even to COMMIT: nothing of the work is in the database. */
export function isRolledBack(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return ROLLED_BACK.has(errno as number) || BUSY.has(code as string);
}

/** Said by the database of a statement that may be a COMMIT, and meaning that nothing of the work is in it. */
export function isAnswered(error: unknown): boolean {
  const { errno, code, sqlState } = driverError(error);
  if (isRolledBack(error)) return true;
  const isSaid = typeof sqlState === 'string' || (typeof code === 'string' && code.startsWith('SQLITE_'));
  return isSaid && errno !== COMMIT_FAILED && !isBrokenOff(error);
}

function isBrokenOff(error: unknown): boolean {
  const { errno, code, fatal } = driverError(error);
  return fatal === true || BROKEN_OFF.has(errno as number) || LOST.has(code as string);
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

function driverError(error: unknown): DriverError {
  const outer = (error ?? {}) as DriverError & { driverError?: DriverError };
  return outer.driverError ?? outer;
}
