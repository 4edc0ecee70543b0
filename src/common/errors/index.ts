export { ERRORS, type ErrorCode, type ErrorSpec } from './errors.js';
export { AppError, type ErrorDetail } from './app-error.js';
