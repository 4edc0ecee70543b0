/** Correlation IDs of the sender. They are stored in clear, so they may not contain the code or the phone. */

import { Phone } from '../platform/text/phone.rules.js';

/** Digits of all scripts. */

const DECIMAL = /\p{Nd}/u;

/** Circled digits 1 to 9 without a decimal property. */
const CIRCLED_ONES = [0x24f5, 0x2776, 0x2780, 0x278a];
const CIRCLED_ZEROS = new Set([0x24ff, 0x1f10b, 0x1f10c]);

/** The ASCII digit of a character; expects NFKC. */
function digitOf(char: string): string | undefined {
  if (char >= '0' && char <= '9') return char;
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x80) return undefined;
  if (DECIMAL.test(char)) return String(valueOfDecimal(point));
  if (CIRCLED_ZEROS.has(point)) return '0';
  const one = CIRCLED_ONES.find((first) => point >= first && point < first + 9);
  return one === undefined ? undefined : String(point - one + 1);
}

/** Unicode has decimal digits in runs from zero to nine. */
function valueOfDecimal(point: number): number {
  let before = 0;
  while (DECIMAL.test(String.fromCodePoint(point - before - 1))) before += 1;
  return before % 10;
}

/** All digits of a text, joined. */
const digitsOf = (text: string): string =>
  [...text.normalize('NFKC')].map((char) => digitOf(char) ?? '').join('');

export type Metadata = Readonly<Record<string, string>>;

/** The ids of a message, ours and the sender's. Part of every response about a message. */
export interface Correlation {
  reference: string;
  external_id: string | null;
  metadata: Metadata | null;
}

export const EXTERNAL_ID_MAX = 64;
export const METADATA_PAIRS_MAX = 10;
export const METADATA_KEY_MAX = 40;
export const METADATA_VALUE_MAX = 200;

const PRINTABLE = /^[\x20-\x7e]+$/;

/** Checks the form only. */
export const isExternalId = (value: unknown): value is string =>
  typeof value === 'string' && PRINTABLE.test(value) && value.length <= EXTERNAL_ID_MAX;

/** Checks the form only: pairs of texts, their length in code points. */
export function isMetadata(value: unknown): value is Metadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const pairs = Object.entries(value);
  return (
    pairs.length <= METADATA_PAIRS_MAX &&
    pairs.every(
      ([key, text]) =>
        key !== '' &&
        [...key].length <= METADATA_KEY_MAX &&
        typeof text === 'string' &&
        [...text].length <= METADATA_VALUE_MAX,
    )
  );
}

/** The digits of a UUID are neither a phone nor a code. */
const UUIDS = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi;
/**
 * Characters that separate the digits of phones. The slashes and colons of dates are not among them, or a send would
 * fail on the eighth of a month.
 */
const SEPARATORS = /[\p{Z}\p{Pd}\t.()]/gu;
const PHONE = /^\+?(?:08|62)[0-9]{8,13}$/;

/** Full-width digits are digits too. */
const plainOf = (text: string) => text.normalize('NFKC').replace(UUIDS, 'uuid');

/** Whether a run of digits in a text is the code. */
export const containsCode = (text: string, code: string): boolean =>
  (plainOf(text).match(/[0-9]+/g) ?? []).some((run) => run === code);

/** Whether a text is a phone (08…, 62…, +62… and 10 to 15 digits, without the separators), or contains the code. */
export const isPhoneOrContainsCode = (text: string, code: unknown): boolean =>
  PHONE.test(plainOf(text).replace(SEPARATORS, '')) || (typeof code === 'string' && containsCode(text, code));

/** Whether texts contain the phone, in any spelling, also split over several texts. */
export function containsPhone(texts: readonly string[], written: unknown): boolean {
  const phone = typeof written === 'string' ? Phone.parse(written) : undefined;
  return phone !== undefined && digitsOf(texts.join(' ')).includes(phone.reveal().slice('62'.length));
}

/** All texts of metadata, names and values. */
export const textsOf = (metadata: Metadata): string[] => Object.entries(metadata).flat();
