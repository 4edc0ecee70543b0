export const BRAND_MAX = 20;

/** Control, format and line-breaking characters: in a message to a stranger they could forge another text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Length in code points, as a person counts. */
export const isBrandShort = (value: unknown) => typeof value === 'string' && [...value].length <= BRAND_MAX;

export const isBrandSafe = (value: unknown) => typeof value === 'string' && !UNSAFE.test(value);
