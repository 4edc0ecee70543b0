export { addressKey, networkKey } from './address-key.rules.js';
export { BoundedExport, InFlight, OneAtATime } from './in-flight.js';
export { consumeAll, type Limiter, type LimitUse, requireAllowed } from './limiter.js';
export { Limits } from './limits.js';
export {
  CountsAsRead,
  LimitsStorage,
  RATE_LIMITED,
  RateGuard,
  RateLimited,
  throttlers,
} from './rate.guard.js';
export {
  Creates,
  EXEMPT_WRITE,
  ExemptWrite,
  KeyRates,
  rateLimited,
  ReadRates,
  WriteRates,
} from './rate-caps.js';
export { redisOptions } from './redis-address.js';
export { isVerificationFailure, UnverifiedCallerLimit } from './unverified-caller-limit.js';
