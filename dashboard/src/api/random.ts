/** Random bytes as hex. (`crypto.randomUUID` is missing over plain HTTP.) */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Identifies a request and all its retries. */
export const newIdempotencyKey = (): string => randomHex(16);
