export { RequestBody, parseJsonObject } from './request-body.js';
export { Required, Check, isOptionalId, isText, matches, Trimmed } from './input-rules.js';
export { InputPipe, toDto } from './input.pipe.js';
export { ForeignBody } from './route-config.js';
export { AnswerMessage, BareAnswer, envelopeOf } from './envelope.js';
export { ErrorFilter, logFailure, toAppError } from './error.filter.js';
export { RouteTable } from './route-table.js';
export { createAdapter } from './adapter.js';
export { pageHeaders } from './page-headers.js';
