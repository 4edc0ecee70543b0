import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, Explain, orAbsent } from '../platform/http/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import { Phone } from '../platform/text/phone.rules.js';
import { isUndisguised } from '../platform/text/plain-text.rules.js';
import { PRIVATE_DETAIL } from './rejection-details.js';

/** Correlation IDs of the sender. They are stored in clear, so they may not contain the code or the phone. */

const DECIMAL = /\p{Nd}/u;

/** The code points of each circled 1. Unicode does not class circled digits as decimal digits. */
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

const digitsOf = (text: string): string =>
  [...text.normalize('NFKC')].map((char) => digitOf(char) ?? '').join('');

export type Metadata = Readonly<Record<string, string>>;

export const EXTERNAL_ID_MAX = 64;
const METADATA_PAIRS_MAX = 10;
const METADATA_KEY_MAX = 40;
const METADATA_VALUE_MAX = 200;

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
 * Separators in phones. Slashes and colons are not among them: dates such as `08/12/2026 10:30` would read as phones.
 */
const SEPARATORS = /[\p{Z}\p{Pd}\t.()]/gu;
const PHONE = /^\+?(?:08|62)[0-9]{8,13}$/;

/** Full-width digits are digits too. */
const plainOf = (text: string) => text.normalize('NFKC').replace(UUIDS, 'uuid');

/** Whether a run of digits in a text is exactly the code. */
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

export const textsOf = (metadata: Metadata): string[] => Object.entries(metadata).flat();

const codeOf = (body: object) => (body as { otp_code?: unknown }).otp_code;
const phoneOf = (body: object) => (body as { phone?: unknown }).phone;

/** Whether texts contain a phone, or the code of the body: then they may not be stored in clear. */
const containPrivateData = (texts: readonly string[], body: object): boolean =>
  containsPhone(texts, phoneOf(body)) || texts.some((text) => isPhoneOrContainsCode(text, codeOf(body)));

const EXTERNAL_ID = {
  type: 'string',
  nullable: true,
  minLength: 1,
  maxLength: EXTERNAL_ID_MAX,
  pattern: '^[\\x20-\\x7e]+$',
  example: 'pesanan-7f1c2a',
} as const;
const METADATA = {
  type: 'object',
  selfRequired: true,
  nullable: true,
  additionalProperties: { type: 'string', maxLength: METADATA_VALUE_MAX },
  propertyNames: { minLength: 1, maxLength: METADATA_KEY_MAX },
  maxProperties: METADATA_PAIRS_MAX,
  example: { cabang: 'Bandung' },
} as const;

/** A field that is stored in clear: it may contain neither a phone nor the code of the same body. */
export const ExternalIdField = () =>
  applyDecorators(
    ApiProperty({
      ...EXTERNAL_ID,
      required: false,
      description:
        'Your own id, in printable ASCII. It must contain neither a phone nor the code of this send',
    }),
    Check('external_id_invalid', (value, body) =>
      orAbsent((id) => isExternalId(id) && !containPrivateData([id], body))(value),
    ),
    Explain((id, body) => (isExternalId(id) && containPrivateData([id], body) ? PRIVATE_DETAIL : undefined)),
  );

export const MetadataField = () =>
  applyDecorators(
    ApiProperty({
      ...METADATA,
      selfRequired: false,
      description:
        'Your own pairs of strings, with names of 1-40 characters. They must not contain a phone, the code of this send, direction marks, or control characters except line breaks and tabs',
    }),
    // Read from the raw body: class-transformer drops names that every object has, such as `constructor`.
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
    Check('metadata_invalid', (value, body) =>
      orAbsent(
        (pairs) =>
          isMetadata(pairs) &&
          textsOf(pairs).every(isUndisguised) &&
          !containPrivateData(textsOf(pairs), body),
      )(value),
    ),
    Explain((pairs, body) =>
      isMetadata(pairs) && containPrivateData(textsOf(pairs), body) ? PRIVATE_DETAIL : undefined,
    ),
  );

/** The ids that the request gave. */
export class OwnIdsView {
  @Field('The `external_id` of the send', { ...EXTERNAL_ID }) external_id!: string | null;
  @Field('The `metadata` of the send', { ...METADATA }) metadata!: Metadata | null;
}

export const REFERENCE = {
  example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  description: 'Our id of the message, assigned when it is stored',
} as const;

/** Part of every response about a message. */
export class CorrelationView extends OwnIdsView {
  @ApiProperty(REFERENCE) reference!: string;
}

export const VERIFICATION_ID = {
  example: 'ver_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  description: 'Our id of the verification',
} as const;

/** Part of every item, timeline and event of a message. */
export class MessageIdsView extends CorrelationView {
  @OrNull(
    'string',
    'The verification whose code the message carries; null for the code of a send. The verification does not exist if its first code was not sent',
    { example: null },
  )
  verification_id!: string | null;
}
