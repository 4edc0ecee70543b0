import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, Explain, orAbsent } from '../platform/http/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import { isUndisguised } from '../platform/text/plain-text.rules.js';
import {
  containsPhone,
  type Correlation,
  EXTERNAL_ID_MAX,
  isExternalId,
  isMetadata,
  isPhoneOrContainsCode,
  type Metadata,
  METADATA_KEY_MAX,
  METADATA_PAIRS_MAX,
  METADATA_VALUE_MAX,
  textsOf,
} from './correlation.rules.js';
import { PRIVATE_DETAIL } from './rejection-details.js';

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
      description: 'Your own id, in printable ASCII. It contains no phone and not the code of this send',
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
        'Your own pairs of strings, with names of 1-40 characters. They contain no phone, not the code of this send, and no direction marks or control characters',
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
  @Field('As in the send', { ...EXTERNAL_ID }) external_id!: string | null;
  @Field('As in the send', { ...METADATA }) metadata!: Metadata | null;
}

export const REFERENCE = {
  example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
  description: 'Our id of the message, assigned when it is stored',
} as const;

/** Part of every response about a message. */
export class CorrelationView extends OwnIdsView implements Correlation {
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
