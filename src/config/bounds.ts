/** About 23 days. A timer of Node.js takes at most 2^31 ms, and a longer one fires at once. */
export const SECONDS_MAX = 2_000_000;
export const HOURS_MAX = 8760;
export const YEAR_SECONDS = 31_536_000;
export const RATE_MAX = 1_000_000;
export const CREDIT_MAX = 1_000_000_000;
export const PRICE_MAX = 1_000_000;
