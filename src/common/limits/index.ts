export { Limits, type Allowance, type Limiter } from './limits.js';
export { LimitsStorage, RateGuard, RateLimited, rateHeaders, throttlers } from './rate.guard.js';
