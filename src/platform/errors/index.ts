export { AppError, type ErrorDetail, orNotFound, type Rendering } from './app-error.js';
export { type ErrorCode, ERRORS, type ErrorSpec } from './errors.js';
export { MEANINGS } from './meanings.js';
export { REMEDIES, REMEDY_OF } from './remedies.js';
