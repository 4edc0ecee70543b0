export { IdempotencyKey } from './idempotency-key.entity.js';
export { IdempotencyClaim, inFlight } from './claim.js';
export { keepAnswers, keyId, lookForKeys, releaseKeys, takeKeys, type KeptAnswer } from './keys.js';
export { Idempotency } from './idempotency.js';
export { CurrentClaim, Idempotent } from './idempotency.guard.js';
