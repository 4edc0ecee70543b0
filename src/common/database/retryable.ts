/**
 * The database gave the unit of work up and nothing of it was committed: deadlock, lock wait, record changed
 * (MariaDB), node not ready (Galera), server stopping, connection killed, SQLite busy.
 */
const GIVEN_UP = new Set([1213, 1205, 1020, 1047, 1053, 1317, 1927]);
const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);
const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT']);

interface DriverError {
  errno?: unknown;
  code?: unknown;
  /** mysql2's word for an error that ended the connection. */
  fatal?: unknown;
}

/** Whether the whole unit of work may run again: it failed before COMMIT was sent, or by the database's own word. */
export function isRetryable(error: unknown): boolean {
  return isGivenUp(error) || isConnectionLost(error);
}

/** The database itself said that it rolled the work back. */
export function isGivenUp(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return GIVEN_UP.has(errno as number) || BUSY.has(code as string);
}

function isConnectionLost(error: unknown): boolean {
  const { code, fatal } = driverError(error);
  return fatal === true || LOST.has(code as string);
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
