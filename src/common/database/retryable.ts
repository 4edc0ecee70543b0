/**
 * Failures after which the whole unit of work may run again: nothing of it was committed. Deadlock, lock wait,
 * record changed (MariaDB), node not ready (Galera), SQLite busy, and a connection lost before COMMIT was sent.
 */
const ERRNO = new Set([1213, 1205, 1020, 1047]);
const CODES = new Set([
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'EPIPE',
]);

export function isRetryable(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return ERRNO.has(errno as number) || CODES.has(code as string);
}

/** True when an INSERT met a row with the same unique key. */
export function isUniqueViolation(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return errno === 1062 || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

function driverError(error: unknown): { errno?: unknown; code?: unknown } {
  const outer = (error ?? {}) as { driverError?: object; errno?: unknown; code?: unknown };
  return outer.driverError ?? outer;
}
