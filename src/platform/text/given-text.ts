/** Texts as files, variables and forms bring them: with a byte order mark or line ends that nobody meant. */

/** Without a byte order mark before it and line ends behind it. */
export const withoutLineEnds = (text: string): string => text.replace(/^\uFEFF+/, '').replace(/[\r\n]+$/, '');

/** A token as it goes into a header: also without the blanks around it. */
export const tokenText = (value: unknown): unknown =>
  typeof value === 'string' ? withoutLineEnds(value).trim() : value;

/** What a gateway's token may hold: as much as a header carries. */
export const isHeaderToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/.test(value);

/** Why bytes are no text of ours; `undefined` where they are. */
export function faultOfBytes(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || bytes.includes(0)) return 'it is UTF-16 or no text: save it as UTF-8';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return undefined;
  } catch {
    return 'it holds bytes that are no UTF-8: save it as UTF-8';
  }
}

/** The same of a text that was read from bytes: whatever could not be read became U+FFFD. */
export const faultOfText = (text: string): string | undefined =>
  text.includes('\uFFFD') ? 'it holds bytes that are no UTF-8: set it as UTF-8' : undefined;
