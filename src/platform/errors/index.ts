export { AppError, type ErrorDetail, orNotFound, type Rendering } from './app-error.js';
export { type ErrorCode, ERRORS } from './errors.js';
export type { ErrorSpec } from './failure.js';
export { MEANINGS } from './meanings.js';
export { REMEDIES, REMEDY_OF } from './remedies.js';
