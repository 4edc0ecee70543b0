/**
 * The code of a failed connection, such as `ECONNREFUSED`. Log this instead of the error's message, which may contain
 * an address, a token or a message's text.
 */
export function errorCodeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}
