/**
 * Control and line-breaking characters, and the invisible ones that turn a text's direction or split its emoji: shown to
 * others they could forge another text. Half a surrogate pair is no text at all.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What else shows nothing: fillers and joiners. U+FE0F stays, since emoji are written with it. */
const BLANK = /(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\u2800/u;

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
