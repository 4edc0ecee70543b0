import { CommitUnknownError } from './commit-unknown.js';

/** What mysql2 says of a failure. */
export interface DriverFailure extends Error {
  code?: string;
  errno?: number;
  /** There when the server itself said so. */
  sqlState?: string;
  /** Its word for an error that ended the connection. */
  fatal?: boolean;
  sql?: string;
}

/** There was no connection, or it broke, or no answer came for too long. */
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

/** The database accepts connections and does not answer: asking again would mean waiting as long again. */
export class DatabaseSilentError extends DatabaseUnavailableError {
  override readonly name = 'DatabaseSilentError';
}

const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED']);
/** Node not ready (Galera), server stopping, query or connection killed. */
const BROKEN_OFF = new Set([1047, 1053, 1317, 1927]);
/** The server may not be written to: it was the primary before. */
const READ_ONLY = new Set([1290, 1792, 1836]);
const SQLITE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|PROTOCOL)/;

/** Whether the connection broke, or is about to: what was not committed is lost. */
export const isBrokenOff = ({ code, errno, fatal }: Partial<DriverFailure>) =>
  fatal === true || BROKEN_OFF.has(errno ?? 0) || LOST.has(code ?? '');

/** The failure as a DatabaseUnavailableError, if the database is away; any other failure as it is. */
export const asUnavailable = (error: DriverFailure): Error =>
  isBrokenOff(error) || READ_ONLY.has(error.errno ?? 0) ? unavailable(error) : error;

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
