const NONE = /^\s*(bearer\s*)?$/i;
const BEARER = /^bearer +(\S+)$/i;

/** No Authorization header, an empty one, or `Bearer` alone. */
export function isMissing(authorization: string | undefined): boolean {
  return NONE.test(authorization ?? '');
}

/** The credential after `Bearer`; `null` for any other header. */
export function bearerOf(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null;
}
