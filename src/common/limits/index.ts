export type { Limiter } from './limiter.js';
export { Limits } from './limits.js';
export { LimitsStorage, RATE_LIMITED, RateGuard, RateLimited, throttlers } from './rate.guard.js';
