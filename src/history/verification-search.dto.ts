import { EXTERNAL_ID_MAX, isExternalId, VerificationView } from '../otp/index.js';
import { isText } from '../platform/http/index.js';
import { CursorPageOf, CursorQuery } from '../platform/http/page.js';
import { OptionalField } from '../platform/http/shared-fields.js';

export class VerificationQuery extends CursorQuery {
  @OptionalField(isExternalId, {
    minLength: 1,
    maxLength: EXTERNAL_ID_MAX,
    pattern: '^[\\x20-\\x7e]+$',
    example: 'pesanan-7f1c2a',
    description: 'external_id of the verification. Exactly one of the two is given.',
  })
  external_id?: string;

  @OptionalField(isText(1, 40), {
    minLength: 1,
    maxLength: 40,
    example: 'otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
    description: 'reference of a message that carried a code of the verification, also an earlier one',
  })
  reference?: string;
}

export class FoundVerifications extends CursorPageOf(VerificationView) {}
