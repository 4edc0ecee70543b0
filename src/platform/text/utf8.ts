const strict = new TextDecoder('utf-8', { fatal: true });

/** `undefined` if the bytes are no UTF-8. Drops a byte order mark. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** False for lone surrogates, which JSON can escape. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);
