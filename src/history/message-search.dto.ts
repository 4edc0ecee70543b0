import type { ApiPropertyOptions } from '@nestjs/swagger';
import { EXTERNAL_ID_MAX, isExternalId, isPhone, phoneDetail, VerificationView } from '../otp/index.js';
import { AppError, type ErrorCode } from '../platform/errors/index.js';
import { Explain, isText, matches } from '../platform/http/index.js';
import {
  CursorPageOf,
  CursorQuery,
  FromField,
  OptionalField,
  RequiredField,
  ToField,
} from '../platform/http/request-fields.js';
import { isIdempotencyKey } from '../platform/idempotency/index.js';
import { BodyAlternatives, exactlyOne } from '../platform/openapi/alternatives.js';
import { Field } from '../platform/openapi/response-fields.js';
import { PHONE_PATTERN } from '../platform/text/phone.rules.js';
import { FoundMessage } from './history.dto.js';

export const SEARCHED_BY = [
  'phone',
  'last4',
  'reference',
  'external_id',
  'message_id',
  'idempotency_key',
] as const;
export type SearchedBy = (typeof SEARCHED_BY)[number];

type SearchTerms = { readonly [By in SearchedBy]?: string | null };

/** The one term of a search. Fails with `parameter_missing` or `parameter_invalid`. */
export function searchedBy(search: SearchTerms): {
  by: SearchedBy;
  value: string;
} {
  const given = SEARCHED_BY.flatMap((by) => {
    const value = search[by];
    return value === undefined || value === null ? [] : [{ by, value }];
  });
  const [only, ...others] = given;
  if (!only) throw new AppError('parameter_missing', { body: { fields: [...SEARCHED_BY] } });
  if (others.length > 0)
    throw new AppError('parameter_invalid', {
      message: {
        id: 'Isi tepat satu dari phone, last4, reference, external_id, message_id, idempotency_key.',
        en: 'Give exactly one of phone, last4, reference, external_id, message_id, idempotency_key.',
      },
      body: { fields: given.map(({ by }) => by) },
    });
  return only;
}

/** A phone inside another term, such as an Idempotency-Key made of the phone. */
const PHONE_INSIDE = /(?:62|0)8\d{7,}/;

/** Whether a match would confirm a guessed phone. A match of `last4` does not: masks show these digits already. */
export const guessesPhone = ({ phone, idempotency_key: key }: SearchTerms): boolean =>
  (phone ?? null) !== null || PHONE_INSIDE.test((key ?? '').replace(/[^a-z0-9]/gi, ''));

const NOTE = 'Give exactly one of the six fields.';

/** A search has exactly one of these fields. */
const SearchField = (
  description: string,
  shown: ApiPropertyOptions,
  accepts: (value: unknown) => boolean,
  code: ErrorCode = 'parameter_invalid',
) =>
  OptionalField(
    accepts,
    { ...shown, type: 'string', nullable: true, description } as ApiPropertyOptions,
    code,
  );

@BodyAlternatives(
  ...exactlyOne('phone', 'last4', 'reference', 'external_id', 'message_id', 'idempotency_key'),
)
export class MessageSearchDto extends CursorQuery {
  @SearchField(
    `The recipient, in any format that a send accepts. ${NOTE}`,
    { example: '081234567890', pattern: PHONE_PATTERN },
    isPhone,
    'phone_invalid',
  )
  @Explain(phoneDetail)
  phone?: string | null;

  @SearchField(
    'The last four digits of the recipient. Finds only messages whose `recipient` shows four digits at its end: phones of 12 digits or more in the form 62…',
    { example: '7890', pattern: '^[0-9]{4}$' },
    matches(/^[0-9]{4}$/),
  )
  last4?: string | null;

  @SearchField(
    '`reference` from the response to the send',
    { example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F', minLength: 1, maxLength: 40 },
    isText(1, 40),
  )
  reference?: string | null;

  @SearchField(
    '`external_id` of the send',
    { example: 'pesanan-7f1c2a', minLength: 1, maxLength: EXTERNAL_ID_MAX, pattern: '^[\\x20-\\x7e]+$' },
    isExternalId,
  )
  external_id?: string | null;

  @SearchField(
    '`message_id` from the response to the send: the id at the gateway',
    { example: '3EB0AABBCCDDEEFF0011', minLength: 1, maxLength: 255 },
    isText(1, 255),
  )
  message_id?: string | null;

  @SearchField(
    'Idempotency-Key of the send, while its response is stored (24 hours)',
    { example: 'login-7f1c2a', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    isIdempotencyKey,
  )
  idempotency_key?: string | null;

  @FromField() from?: string;
  @ToField() to?: string;
}

export class ExternalIdQuery extends CursorQuery {
  @RequiredField(isExternalId, {
    minLength: 1,
    maxLength: EXTERNAL_ID_MAX,
    pattern: '^[\\x20-\\x7e]+$',
    example: 'pesanan-7f1c2a',
    description: 'The `external_id` of the send',
  })
  external_id!: string;
}

class FoundAccountMessage extends FoundMessage {
  @Field('false: a message of a test key') livemode!: boolean;
}

export class FoundMessages extends CursorPageOf(FoundMessage) {}
export class FoundAccountMessages extends CursorPageOf(FoundAccountMessage) {}

export class VerificationQuery extends CursorQuery {
  @OptionalField(isExternalId, {
    minLength: 1,
    maxLength: EXTERNAL_ID_MAX,
    pattern: '^[\\x20-\\x7e]+$',
    example: 'pesanan-7f1c2a',
    description: '`external_id` of the verification. Send exactly one of `external_id` and `reference`.',
  })
  external_id?: string;

  @OptionalField(isText(1, 40), {
    minLength: 1,
    maxLength: 40,
    example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
    description: '`reference` of any message that carried a code of the verification',
  })
  reference?: string;
}

export class FoundVerifications extends CursorPageOf(VerificationView) {}
