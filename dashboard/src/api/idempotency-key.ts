import { randomHex } from './random';

/** Identifies a request and all its retries. */
export const newIdempotencyKey = (): string => randomHex(16);
