/**
 * Control and line-breaking characters, and the invisible ones that turn a text's direction or split its emoji: shown to
 * others they could forge another text. Half a surrogate pair is no text at all.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What else shows nothing: fillers and joiners. U+FE0F stays, since emoji are written with it. */
const BLANK = /(?!\uFE0F)\p{Default_Ignorable_Code_Point}|\u2800/u;

export const isPrintable = (text: string): boolean => !UNSAFE.test(text);

/** Whether a text of one line shows all that it is. */
export const isPlainText = (text: string): boolean => isPrintable(text) && !BLANK.test(text);

/** The same for a text of several lines, as notes and addresses have. */
export const isPlainLines = (text: string): boolean => isPlainText(text.replaceAll(/\r?\n|\t/g, ' '));
