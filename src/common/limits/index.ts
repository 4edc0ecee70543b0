export { addressKey } from './address-key.js';
export type { Allowance, Limiter } from './limiter.js';
export { Limits } from './limits.js';
export {
  LimitsStorage,
  RATE_LIMITED,
  RateGuard,
  RateLimited,
  rateLimited,
  throttlers,
} from './rate.guard.js';
