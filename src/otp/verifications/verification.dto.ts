import { ApiProperty } from '@nestjs/swagger';
import { WholeField, WordField } from '../../platform/http/request-fields.js';
import { OrNull } from '../../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../../platform/text/channel.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import { CorrelationView, ExternalIdField, MetadataField, VERIFICATION_ID } from '../correlation.dto.js';
import type { Metadata } from '../correlation.rules.js';
import { BrandField, ChannelsField, CodeField, LanguageField, PhoneField } from '../fields.js';
import { SendResult } from '../send.dto.js';
import {
  ATTEMPTS,
  CODE_LENGTH,
  TTL_SECONDS,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from './verification.rules.js';

export class CreateVerificationDto {
  @PhoneField() phone!: string;
  @BrandField() company_name!: string;
  @WholeField(CODE_LENGTH, 'Digits of the code') code_length: number = CODE_LENGTH.usual;
  @WholeField(TTL_SECONDS, 'How long the code is good, in seconds') ttl_seconds: number = TTL_SECONDS.usual;
  @WholeField(ATTEMPTS, 'How many wrong codes may be tried; at most 3 where `code_length` is 4')
  max_attempts: number = ATTEMPTS.usual;
  @LanguageField() language: Language = 'id';
  @ExternalIdField() external_id?: string | null;
  @MetadataField() metadata?: Metadata | null;
  @ChannelsField() channels?: Channel[];
}

export class CheckVerificationDto {
  @CodeField() otp_code!: string;
}

export class ResendVerificationDto {
  @PhoneField() phone!: string;
  @WordField(CHANNELS, 'The only channel of the new code; missing: the channels of the code before')
  channel?: Channel;
}

const STATUS = {
  enum: VERIFICATION_STATUSES,
  example: 'pending',
  description:
    '`pending`: its code can be checked; `approved`: a check was right; `expired`: its time is over; `failed`: too many wrong codes; `cancelled`: by the caller',
} as const;
const EXPIRES_AT = {
  type: 'string',
  format: 'date-time',
  example: '2026-01-31T06:55:00.000Z',
  description: 'Until when its code is good',
} as const;
const ATTEMPTS_LEFT = {
  type: 'integer',
  example: 5,
  description: 'How many wrong codes may still be tried',
} as const;

/** A verification whose code has just been sent. */
export class SentVerification extends SendResult {
  @ApiProperty(VERIFICATION_ID) verification_id!: string;
  @ApiProperty(STATUS) status!: VerificationStatus;
  @ApiProperty(EXPIRES_AT) expires_at!: string;
  @ApiProperty(ATTEMPTS_LEFT) attempts_left!: number;
}

export class VerificationView extends CorrelationView {
  @ApiProperty(VERIFICATION_ID) verification_id!: string;
  @ApiProperty(STATUS) status!: VerificationStatus;
  @OrNull('string', {
    example: '3EB0AABBCCDDEEFF0011',
    description: 'Of the message with the newest code, at the gateway; null while it has none',
  })
  message_id!: string | null;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty(EXPIRES_AT) expires_at!: string;
  @ApiProperty(ATTEMPTS_LEFT) attempts_left!: number;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    example: '2026-01-31T06:45:00.000Z',
    description: 'When the verification was created, in UTC',
  })
  created_at!: string;
}

export class CheckedVerification {
  @ApiProperty({
    enum: VERIFICATION_STATUSES,
    example: 'approved',
    description:
      'approved once, to the check that was right; to any after it the code is used up, and expired',
  })
  status!: VerificationStatus;
  @ApiProperty(ATTEMPTS_LEFT) attempts_left!: number;
}
