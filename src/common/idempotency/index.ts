export { IdempotencyKey } from './idempotency-key.entity.js';
export { IdempotencyClaim, inFlight } from './claim.js';
export { keysFound, lookForKeys, takeKeys } from './claims.js';
export { Idempotency } from './idempotency.js';
export { CurrentClaim, Idempotent } from './idempotency.guard.js';
