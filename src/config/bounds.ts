/** Some 23 days: a timer takes at most 2^31 milliseconds, and one set for longer goes off at once. */
export const SECONDS_MAX = 2_000_000;
export const HOURS_MAX = 8760;
export const YEAR_SECONDS = 31_536_000;
export const RATE_MAX = 1_000_000;
export const CREDIT_MAX = 1_000_000_000;
export const PRICE_MAX = 1_000_000;
