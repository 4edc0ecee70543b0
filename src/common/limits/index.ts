export { Limits, type Limiter } from './limits.js';
export { LimitsStorage, RateGuard, RateLimited, throttlers } from './rate.guard.js';
