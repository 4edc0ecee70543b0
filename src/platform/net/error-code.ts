/**
 * The code of a failed connection (`ECONNREFUSED`), if it has one: the message may contain an address, a token or a
 * text.
 */
export function errorCodeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : undefined;
}
