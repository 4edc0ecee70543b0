export { addressKey } from './address-key.rules.js';
export { admit } from './admit.js';
export { BoundedExport, InFlight, OneAtATime } from './in-flight.js';
export { KeyRates } from './key-rates.js';
export type { Limiter, LimitUse } from './limiter.js';
export { Limits } from './limits.js';
export {
  CountsAsRead,
  LimitsStorage,
  RATE_LIMITED,
  RateGuard,
  RateLimited,
  throttlers,
} from './rate.guard.js';
export { rateLimited } from './rate-headers.js';
export { ReadRates } from './read-rates.js';
export { redisOptions } from './redis-address.js';
export { isUnproven, UnprovenLimit } from './unproven-limit.js';
export { Creates, EXEMPT_WRITE, ExemptWrite, WriteRates } from './write-rates.js';
