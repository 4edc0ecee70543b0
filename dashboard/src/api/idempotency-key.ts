import { randomHex } from './random';

/** Names one wish, however often its request is sent. */
export const newIdempotencyKey = (): string => randomHex(16);
