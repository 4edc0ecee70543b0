const decoder = new TextDecoder('utf-8', { fatal: true });

/** `undefined` if the bytes are not UTF-8. Drops a byte order mark. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** False for lone surrogates, which JSON can contain as `\ud800`. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);
