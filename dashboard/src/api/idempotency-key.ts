const BYTES = 16;

/** Names one wish, however often its request is sent. `crypto.randomUUID` is missing where the page came by plain HTTP. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
