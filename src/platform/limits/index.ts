export { addressKey } from './address-key.rules.js';
export { requireAllowed, type Limiter, type LimitUse } from './limiter.js';
export { BoundedExport, InFlight, OneAtATime } from './in-flight.js';
export {
  KeyRates,
  rateLimited,
  ReadRates,
  Creates,
  EXEMPT_WRITE,
  ExemptWrite,
  WriteRates,
} from './rate-caps.js';
export { Limits } from './limits.js';
export {
  CountsAsRead,
  LimitsStorage,
  RATE_LIMITED,
  RateGuard,
  RateLimited,
  throttlers,
} from './rate.guard.js';
export { redisOptions } from './redis-address.js';
export { isVerificationFailure, UnverifiedCallerLimit } from './unverified-caller-limit.js';
