/** Control characters, line breaks, direction marks and joiners, which disguise text; and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Other invisible characters. Emoji need U+FE0F. */
const BLANK = /(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\u2800/u;

/** The hidden characters as a pattern without Unicode classes, for the OpenAPI documents. */
const HIDDEN_CHARACTERS =
  '\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160' +
  '\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffb';
const LINE = `[^\\u0000-\\u001f${HIDDEN_CHARACTERS}]`;

/** Pattern of {@link isLine}. */
export const LINE_PATTERN = `^${LINE}*[^\\s\\u0000-\\u001f${HIDDEN_CHARACTERS}]${LINE}*$`;

export const LINE_OR_EMPTY_PATTERN = `^(?:${LINE_PATTERN.slice(1, -1)})?$`;

/** Pattern of {@link isNote}. */
export const NOTE_PATTERN = `^(?:\\r?\\n|\\t|${LINE})*$`;

/** Schema of {@link isLine}. */
export const line = (max: number) => ({ minLength: 1, maxLength: max, pattern: LINE_PATTERN });

export const isPrintable = (text: string): boolean => !UNSAFE.test(text);

/** Joins parts of one emoji. */
const EMOJI_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu;

/** Whether a line has no hidden characters. */
export function isPlainText(text: string): boolean {
  const bare = text.replaceAll(EMOJI_JOINER, '');
  return isPrintable(bare) && !BLANK.test(bare);
}

/** A non-empty line of up to `max` characters. */
export const isLine =
  (max: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && [...value].length <= max && isPlainText(value);

/** Allows line breaks and tabs. */
const isPlainLines = (text: string): boolean => isPlainText(text.replaceAll(/\r?\n|\t/g, ' '));

/** May be empty. */
export const isNote =
  (max: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && [...value].length <= max && isPlainLines(value);

/** Direction marks, and control characters but line breaks and tabs. */
const DISGUISING = /(?![\t\n\r])\p{Cc}|[\p{Bidi_Control}\p{Cs}]/u;

/** Whether foreign text shows in its written order. Allows line breaks and tabs: for a line of text use {@link isLine}. */
export const isUndisguised = (text: string): boolean => !DISGUISING.test(text);
