/**
 * Control and line-breaking characters, and the invisible ones that turn a text's direction or split its emoji: shown to
 * others they could forge another text. Half a surrogate pair is no text at all.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What else shows nothing: fillers and joiners. U+FE0F stays, since emoji are written with it. */
const BLANK = /(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\u2800/u;

/** The same for the documents, as far as a pattern without Unicode classes says it. */
const HIDDEN_CHARACTERS =
  '\\u007f-\\u009f\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160' +
  '\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffb';
const LINE = `[^\\u0000-\\u001f${HIDDEN_CHARACTERS}]`;

/** Of {@link isLine}: at least one character that is no blank, and none that hides or breaks the line. */
export const LINE_PATTERN = `^${LINE}*[^\\s\\u0000-\\u001f${HIDDEN_CHARACTERS}]${LINE}*$`;

/** The same, or empty. */
export const LINE_OR_EMPTY_PATTERN = `^(?:${LINE_PATTERN.slice(1, -1)})?$`;

/** Of {@link isNote}. */
export const NOTE_PATTERN = `^(?:\\r?\\n|\\t|${LINE})*$`;

/** How the documents show {@link isLine}. */
export const line = (max: number) => ({ minLength: 1, maxLength: max, pattern: LINE_PATTERN });

export const isPrintable = (text: string): boolean => !UNSAFE.test(text);

/** Between the parts of one emoji, such as a family. */
const EMOJI_JOINER =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu;

/** Whether a text of one line shows all that it is. */
export function isPlainText(text: string): boolean {
  const bare = text.replaceAll(EMOJI_JOINER, '');
  return isPrintable(bare) && !BLANK.test(bare);
}

/** The same, of so many characters. */
export const isLine =
  (max: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && [...value].length <= max && isPlainText(value);

/** The same for a text of several lines, as notes and addresses have. */
const isPlainLines = (text: string): boolean => isPlainText(text.replaceAll(/\r?\n|\t/g, ' '));

/** May be empty. */
export const isNote =
  (max: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && [...value].length <= max && isPlainLines(value);

/** What turns a text's direction, and controls that no text has. */
const DISGUISING = /(?![\t\n\r])\p{Cc}|[\p{Bidi_Control}\p{Cs}]/u;

/** Whether a text of others, which we only hand on, shows in the order in which it was written. */
export const isUndisguised = (text: string): boolean => !DISGUISING.test(text);
