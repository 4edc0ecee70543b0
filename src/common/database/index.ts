export { Database, CommitUnknownError } from './database.js';
export { connectionOptions, engineOf, sqliteFile, type Engine, type Schema } from './options.js';
export { isCheckViolation, isUniqueViolation } from './retryable.js';
export { increment } from './increment.js';
export * from './columns.js';
