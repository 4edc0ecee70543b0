const strict = new TextDecoder('utf-8', { fatal: true });

/** Bytes as text, without a byte order mark; undefined where they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a text can be written as UTF-8: JSON may name half of a character, as `\ud83d`. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);
