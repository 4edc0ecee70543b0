export { Database, CommitUnknownError } from './database.js';
export { connectionOptions, type Schema } from './options.js';
export { isUniqueViolation } from './retryable.js';
export { increment } from './increment.js';
export * from './columns.js';
