export const BRAND_MAX = 20;

/**
 * Control and line-breaking characters, and the invisible ones that turn a text's direction or split its emoji: in a
 * message to a stranger they could forge another text. Half a surrogate pair is no text at all.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Length in code points, as a person counts. */
export const isBrandShort = (value: unknown) => typeof value === 'string' && [...value].length <= BRAND_MAX;

export const isBrandSafe = (value: unknown) => typeof value === 'string' && !UNSAFE.test(value);
