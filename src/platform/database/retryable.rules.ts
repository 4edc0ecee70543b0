import { meaningOf } from './error-numbers.js';
import { DatabaseSilentError, type DriverFailure, isBrokenOff, isNotWritable } from './unavailable.js';

const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']);
/** SQLite had rolled back by itself before a COMMIT or a ROLLBACK. */
const NO_TRANSACTION = /no transaction is active/;

/** Whether a unit of work that failed before its COMMIT was sent may run again: nothing of it is in the database. */
export function isRetryable(error: unknown): boolean {
  const inner = driverError(error);
  if (isRolledBack(error) || isNotWritable(inner)) return true;
  return isBrokenOff(inner) && !(inner instanceof DatabaseSilentError);
}

/** Whether another server may have to do the work: worth a try or two, until the address leads there. */
export const isOfOtherServer = (error: unknown): boolean => isNotWritable(driverError(error));

/** Whether an error means that nothing is stored, even as the response to COMMIT. */
export const isNotStored = (error: unknown): boolean =>
  isRolledBack(error) || isOfSqlite(error) || isOfOtherServer(error);

/** Whether the database says that it rolled the work back, also as the response to COMMIT. */
export function isRolledBack(error: unknown): boolean {
  const inner = driverError(error);
  const meaning = meaningOf(inner);
  if (meaning === 'rolled_back' || meaning === 'rolled_back_by_group' || BUSY.has(inner.code ?? ''))
    return true;
  return isOfSqlite(error) && NO_TRANSACTION.test(inner.message ?? '');
}

/** Whether SQLite failed: it has rolled back by itself, or does so at ROLLBACK. */
function isOfSqlite(error: unknown): boolean {
  const { code } = driverError(error);
  return typeof code === 'string' && code.startsWith('SQLITE_');
}

/** Whether the database itself responded with an error, even to COMMIT, that means: nothing of the work is stored. */
export function isAnswered(error: unknown): boolean {
  const inner = driverError(error);
  if (isNotStored(error)) return true;
  return typeof inner.sqlState === 'string' && meaningOf(inner) !== 'commit_unknown' && !isBrokenOff(inner);
}

/** True when an INSERT met a row with the same unique key. */
export function isUniqueViolation(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return errno === 1062 || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

function driverError(error: unknown): Partial<DriverFailure> {
  const outer = (error ?? {}) as Partial<DriverFailure> & { driverError?: DriverFailure };
  return outer.driverError ?? outer;
}
