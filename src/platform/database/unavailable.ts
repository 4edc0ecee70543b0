import { CommitUnknownError } from './commit-unknown.js';
import { meaningOf } from './error-numbers.js';

/** An error of mysql2. */
export interface DriverFailure extends Error {
  code?: string;
  errno?: number;
  /** Set if the server sent the error. */
  sqlState?: string;
  /** The error ended the connection. */
  fatal?: boolean;
  sql?: string;
}

/** There was no connection, it broke, or the server did not respond in time. */
class DatabaseUnavailableError extends Error {
  readonly code: string | undefined;
  readonly errno: number | undefined;
  readonly sqlState: string | undefined;
  fatal: boolean | undefined;

  constructor(message: string, cause?: DriverFailure) {
    super(message, { cause });
    this.name = 'DatabaseUnavailableError';
    this.code = cause?.code;
    this.errno = cause?.errno;
    this.sqlState = cause?.sqlState;
    this.fatal = cause?.fatal;
  }
}

/** The database accepts connections but does not respond. A retry would wait as long again. */
export class DatabaseSilentError extends DatabaseUnavailableError {
  override readonly name = 'DatabaseSilentError';
}

const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED']);
/** No space for a table, a temporary file, the undo log or the binary log. */
const FULL = new Set([20, 1021, 1114, 1534, 1598, 1878, 3019, 3675]);
/** Errors with a number of the operating system (or of the engine) in their text. */
const WITH_SYSTEM_ERROR = new Set([3, 1004, 1005, 1026, 1030, 1180]);
/** EIO, EFBIG, ENOSPC, EROFS, EDQUOT, and a table that is full by the engine's own count. */
const CANNOT_WRITE = /\b(?:errno|errcode|error):? (?:5|27|28|30|122|135|136)\b/i;
const SQLITE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM|READONLY|PROTOCOL)/;

/** Whether the connection broke, or is about to: what was not committed is lost. */
export const isBrokenOff = (error: Partial<DriverFailure>) =>
  error.fatal === true || meaningOf(error) === 'broken_off' || LOST.has(error.code ?? '');

/** Whether this server may not be written to, and nothing is stored. Another may stand behind the address. */
export const isNotWritable = (error: Partial<DriverFailure>) => meaningOf(error) === 'not_writable';

/** Whether the connection is to be dropped: a new one may lead to a server that can do the work. */
export const isSpoilt = (error: Partial<DriverFailure>) =>
  isBrokenOff(error) || isNotWritable(error) || meaningOf(error) === 'rolled_back_by_group';

/** Whether the server has no room for what it was to write, or cannot write to its disk. */
export const isFull = ({ errno = 0, message = '' }: Partial<DriverFailure>) =>
  FULL.has(errno) || (WITH_SYSTEM_ERROR.has(errno) && CANNOT_WRITE.test(message));

/** The failure as a DatabaseUnavailableError, if the database is away or cannot write; any other failure as it is. */
export const asUnavailable = (error: DriverFailure): Error =>
  isBrokenOff(error) || isNotWritable(error) || isFull(error) ? unavailable(error) : error;

/** The error of a connection that was refused, or broke. */
export function unavailable(error: DriverFailure): Error {
  if (error instanceof DatabaseUnavailableError) return error;
  // The statement holds values that must not be logged.
  delete error.sql;
  const message = error.message || String(error.code);
  return error.code === 'ETIMEDOUT'
    ? new DatabaseSilentError(message, error)
    : new DatabaseUnavailableError(message, error);
}

/** Whether this is no fault in the request or in us: the database cannot be reached, or cannot write. */
export function isUnavailable(error: unknown): boolean {
  const inner = ((error ?? {}) as { driverError?: DriverFailure }).driverError ?? error;
  if (inner instanceof DatabaseUnavailableError || inner instanceof CommitUnknownError) return true;
  const { code } = (inner ?? {}) as DriverFailure;
  return typeof code === 'string' && SQLITE.test(code);
}
