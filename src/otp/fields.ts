import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Check, matches, Required, Trimmed } from '../common/http/index.js';
import { ChoiceField } from '../common/http/shared-fields.js';
import { BRAND_MAX, isBrandSafe, isBrandShort } from '../common/text/brand.rules.js';
import { FAILURE_REASONS } from '../common/text/failure-reason.js';
import { LANGUAGES } from '../common/text/message-template.rules.js';
import { Phone } from '../common/text/phone.rules.js';

/** Fields that several bodies and answers share. */

export const isPhone = (value: unknown) => typeof value === 'string' && Phone.parse(value) !== undefined;

export const PhoneField = () =>
  applyDecorators(
    ApiProperty({ example: '081234567890', description: '08… or 62…, 10 to 15 digits' }),
    Required(),
    Check('phone_invalid', isPhone),
  );

export const CodeField = () =>
  applyDecorators(
    ApiProperty({ example: '123456', pattern: '^[0-9]{4,10}$' }),
    Required(),
    Check('otp_code_invalid', matches(/^[0-9]{4,10}$/)),
  );

export const BrandField = () =>
  applyDecorators(
    ApiProperty({ example: 'Toko Budi', maxLength: BRAND_MAX, description: 'Name of the company or brand' }),
    Required(),
    Trimmed(),
    Check('company_name_too_long', isBrandShort),
    Check('company_name_invalid', isBrandSafe),
  );

export const LanguageField = () => ChoiceField(LANGUAGES, 'id', 'Language of the message');

export const ApiKeyField = () =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 1, example: 7, description: 'One of the own API keys' }),
    Required(),
    Check('parameter_invalid', (value) => Number.isSafeInteger(value) && Number(value) > 0),
  );

/** `reason` of a message. */
export const REASON = {
  type: 'string',
  enum: [...FAILURE_REASONS, null],
  nullable: true,
  example: null,
  description: 'Why it failed, or why its outcome is not known, for programs; else null',
} as const;
