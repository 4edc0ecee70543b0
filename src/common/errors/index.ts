export { ERRORS, type ErrorCode, type ErrorSpec } from './errors.js';
export { AppError } from './app-error.js';
