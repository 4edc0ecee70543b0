export { IdempotencyKey } from './idempotency-key.entity.js';
export { Idempotency, IdempotencyClaim } from './idempotency.js';
export { CurrentClaim, Idempotent } from './idempotency.interceptor.js';
