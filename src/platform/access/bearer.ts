const NONE = /^\s*(bearer\s*)?$/i;
const BEARER = /^bearer +(\S+)$/i;

/** No credential at all: no Authorization header, an empty one, or the bare word `Bearer`. */
export function isMissing(authorization: string | undefined): boolean {
  return NONE.test(authorization ?? '');
}

/** What follows `Bearer` in an Authorization header; `null` when the header says anything else. */
export function bearerOf(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null;
}
