export { createAdapter } from './adapter.js';
export {
  BareResponse,
  envelopeOf,
  languageHeaders,
  languageOfRequest,
  renderingOf,
  ResponseMessage,
} from './envelope.js';
export { ErrorFilter, logFailure, toAppError } from './error.filter.js';
export { InputPipe, toDto } from './input.pipe.js';
export {
  Check,
  Explain,
  isBoolean,
  isOneOf,
  isText,
  isWhole,
  matches,
  optional,
  orAbsent,
  Required,
  Trimmed,
  trimmed,
} from './input-rules.js';
export { callbackObject, RequestBody } from './request-body.js';
export { failureOf, refusedKeys, unknownMembers } from './request-notes.js';
export { pageHeaders } from './response-headers.js';
export { ForeignBody, StreamingResponse } from './route-config.js';
export { RouteTable } from './route-table.js';
