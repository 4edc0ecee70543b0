/** What an error says, also where it is one of several (Node tries each address of a host) and its own words are none. */
export function wordsOf(error: unknown): string {
  const { message, code, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  const inner = errors?.[0] ?? cause;
  if (inner) return wordsOf(inner);
  return message || code || String(error);
}

/** The place of an address, without user and password. */
export function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that cannot be read';
}
