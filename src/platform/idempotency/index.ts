export { IdempotencyClaim, inFlight } from './claim.js';
export { CurrentClaim, Idempotent } from './idempotency.guard.js';
export { Idempotency, isIdempotencyKey } from './idempotency.js';
export { IdempotencyKey } from './idempotency-key.entity.js';
export { keepAnswers, type KeptAnswer, keyId, lookForKeys, releaseKeys, takeKeys } from './keys.js';
