import { utf8Text } from './utf8.js';

/** Removes a byte order mark and final line ends. */
export const withoutLineEnds = (text: string): string => text.replace(/^\uFEFF+/, '').replace(/[\r\n]+$/, '');

/** A token for a header; trimmed. */
export const tokenText = (value: unknown): unknown =>
  typeof value === 'string' ? withoutLineEnds(value).trim() : value;

/** Whether a text fits into a header: at most 500 printable ASCII characters. */
export const isHeaderToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/.test(value);

/** Why bytes are no UTF-8 text; `undefined` if they are. */
export function faultOfBytes(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || bytes.includes(0)) return 'it is UTF-16 or no text: save it as UTF-8';
  return utf8Text(bytes) === undefined ? 'it holds bytes that are no UTF-8: save it as UTF-8' : undefined;
}

/** Why a decoded text was no UTF-8: decoding replaced its invalid bytes by U+FFFD. */
export const faultOfText = (text: string): string | undefined =>
  text.includes('\uFFFD') ? 'it holds bytes that are no UTF-8: set it as UTF-8' : undefined;

/** Comma-separated parts, trimmed and without empty ones. */
export const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
