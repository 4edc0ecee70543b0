import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Check, matches, Required } from '../common/http/index.js';
import { FAILURE_REASONS } from '../common/text/failure-reason.js';
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

/** `reason` of a message. */
export const REASON = {
  type: 'string',
  enum: [...FAILURE_REASONS, null],
  nullable: true,
  example: null,
  description: 'Why it failed, or why its outcome is not known, for programs; else null',
} as const;
