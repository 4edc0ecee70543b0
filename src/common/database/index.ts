export { CommitUnknownError } from './commit-unknown.js';
export { Database } from './database.js';
export { connectionOptions, type Engine, type Schema } from './options.js';
export { purge } from './purge.js';
export { isAnswered, isUniqueViolation } from './retryable.js';
export type { Answer } from './packet.js';
export { UnmetError, type Script } from './script.js';
export * from './statement.js';
export * from './columns.js';
