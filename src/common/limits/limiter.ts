export interface Allowance {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Counts uses of a key in a window of time. */
export interface Limiter {
  consume(key: string): Promise<Allowance>;
  /** Forgets a key: its window starts afresh. */
  reset(key: string): Promise<void>;
}
