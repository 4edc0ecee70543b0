export { IdempotencyClaim, inFlight } from './claim.js';
export { CurrentClaim, Idempotent } from './idempotency.guard.js';
export { Idempotency, isIdempotencyKey } from './idempotency.js';
export { IdempotencyKey } from './idempotency-key.entity.js';
export {
  deleteExpiredKeys,
  insertKeys,
  keyId,
  type KeyRow,
  keysIn,
  releaseKeys,
  selectKeys,
  type StoredResponse,
  storeResponses,
} from './keys.js';
