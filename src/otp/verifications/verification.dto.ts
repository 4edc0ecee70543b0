import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ClientField, type ClientInfo } from '../../fraud/index.js';
import { Check, Explain, isWhole } from '../../platform/http/index.js';
import { ChoiceField, WholeField, WordField } from '../../platform/http/request-fields.js';
import type { WebhookTexts } from '../../platform/openapi/index.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../../platform/text/channel.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import {
  ExternalIdField,
  type Metadata,
  MetadataField,
  OwnIdsView,
  REFERENCE,
  VERIFICATION_ID,
} from '../correlation.dto.js';
import { ApiKeyField, BrandField, ChannelsField, CodeField, LanguageField, PhoneField } from '../fields.js';
import { UNPROVED, type Unproved } from '../inbound/inbound.rules.js';
import { FALLBACK_DETAIL } from '../rejection-details.js';
import { ChannelAttemptView, SendResult } from '../send.dto.js';
import { FALLBACK_SECONDS } from './fallback.rules.js';
import {
  ATTEMPTS,
  CODE_LENGTH,
  TTL_SECONDS,
  VERIFICATION_METHODS,
  VERIFICATION_STATUSES,
  type VerificationMethod,
  type VerificationStatus,
} from './verification.rules.js';

/** Whether the other fields allow a fallback. They may be invalid themselves. */
function allowsFallback(value: unknown, all: object): boolean {
  const { method, channels, ttl_seconds: ttlSeconds } = all as Partial<CreateVerificationDto>;
  const isShorter = typeof ttlSeconds !== 'number' || Number(value) < ttlSeconds;
  return method !== 'inbound' && Array.isArray(channels) && channels.length >= 2 && isShorter;
}

const isFallback = isWhole(FALLBACK_SECONDS.min, FALLBACK_SECONDS.max);

const FallbackField = () =>
  applyDecorators(
    ApiProperty({
      required: false,
      type: 'integer',
      minimum: FALLBACK_SECONDS.min,
      maximum: FALLBACK_SECONDS.max,
      example: 30,
      description:
        'If no `delivered` report arrives within this many seconds, Sandi sends a new code by the next of at least two `channels` and charges it separately. All codes stay valid. Less than `ttl_seconds`; not with `method: inbound`. During the wait Sandi stores the phone, encrypted',
    }),
    Check(
      'parameter_invalid',
      (value, all) => value === undefined || (isFallback(value) && allowsFallback(value, all)),
    ),
    Explain((value, all) => (isFallback(value) && !allowsFallback(value, all) ? FALLBACK_DETAIL : undefined)),
  );

export class CreateVerificationDto {
  @PhoneField() phone!: string;
  @BrandField() company_name!: string;
  @ChoiceField(
    VERIFICATION_METHODS,
    'code',
    '`code`: Sandi sends a code; `inbound`: the user sends Sandi a text from the phone. `code_length`, `max_attempts` and `language` apply to codes only',
  )
  method: VerificationMethod = 'code';
  @WholeField(CODE_LENGTH, 'Digits of the code') code_length: number = CODE_LENGTH.usual;
  @WholeField(TTL_SECONDS, 'How long the code or text is valid, in seconds') ttl_seconds: number =
    TTL_SECONDS.usual;
  @WholeField(ATTEMPTS, 'Number of wrong codes that are allowed; at most 3 if `code_length` is 4')
  max_attempts: number = ATTEMPTS.usual;
  @LanguageField() language: Language = 'id';
  @ExternalIdField() external_id?: string | null;
  @MetadataField() metadata?: Metadata | null;
  @ChannelsField() channels?: Channel[];
  @FallbackField() fallback_after_seconds?: number;
  @ClientField() client?: ClientInfo;
}

export class AccountInboundDto {
  @ApiKeyField() api_key_id!: number;
  @PhoneField() phone!: string;
  @BrandField() company_name!: string;
}

export class CheckVerificationDto {
  @CodeField() otp_code!: string;
}

export class ResendVerificationDto {
  @PhoneField() phone!: string;
  @WordField(CHANNELS, 'The only channel for the new code. Default: the channels of the previous code')
  channel?: Channel;
}

const STATUS = {
  enum: VERIFICATION_STATUSES,
  example: 'pending',
  description:
    '`pending`: it waits for the right code, or for the text; `approved`: the code was right, or the phone sent the text; `expired`: it was not approved in time; `failed`: too many wrong codes; `cancelled`: by the caller',
} as const;
const EXPIRES_AT = {
  type: 'string',
  format: 'date-time',
  example: '2026-01-31T06:55:00.000Z',
  description: 'When the code or text expires',
} as const;
const ATTEMPTS_LEFT = {
  type: 'integer',
  example: 5,
  description: 'Number of wrong codes that are still allowed; 0 with `method: inbound`',
} as const;

const METHOD = { description: 'How the user proves the phone' } as const;

export class SentVerification extends SendResult {
  @ApiProperty(VERIFICATION_ID) verification_id!: string;
  @ApiProperty({ ...METHOD, enum: ['code'], example: 'code' }) method!: 'code';
  @ApiProperty(STATUS) status!: VerificationStatus;
  @ApiProperty(EXPIRES_AT) expires_at!: string;
  @ApiProperty(ATTEMPTS_LEFT) attempts_left!: number;
}

export class CreatedInboundVerification extends OwnIdsView {
  @ApiProperty({ ...VERIFICATION_ID, example: 'ver_in_01KAXW6Q3V8Z5M2B7N4C9D0E1F' }) verification_id!: string;
  @ApiProperty({ ...METHOD, enum: ['inbound'], example: 'inbound' }) method!: 'inbound';
  @ApiProperty(STATUS) status!: VerificationStatus;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @Field('The WhatsApp number to send the text to, digits only', { example: '6281100000001' })
  wa_number!: string;
  @Field('The text that your user must send unchanged. Only this response contains it', {
    example: 'Saya ingin masuk ke Toko Budi dengan nomor WhatsApp ini.\nKode: SANDI-3fK9… …',
  })
  message!: string;
  @Field('Opens WhatsApp with the text ready to send: for a button on the phone, or as a QR code', {
    example: 'https://wa.me/6281100000001?text=Saya%20ingin%20masuk…',
  })
  wa_link!: string;
  @ApiProperty(EXPIRES_AT) expires_at!: string;
  @Field('Credits charged; refunded if the verification ends without approval', { example: 0 })
  credit_used!: number;
  @ApiProperty({ type: 'integer', example: 10000 }) credit_balance!: number;
}

export class VerificationView extends OwnIdsView {
  @ApiProperty(VERIFICATION_ID) verification_id!: string;
  @ApiProperty({ ...METHOD, enum: VERIFICATION_METHODS, example: 'code' }) method!: VerificationMethod;
  @ApiProperty(STATUS) status!: VerificationStatus;
  @OrNull(
    'string',
    'Gateway’s id of the message whose code was right, otherwise of the newest message; null if there is none yet, and with `method: inbound`',
    { example: '3EB0AABBCCDDEEFF0011' },
  )
  message_id!: string | null;
  @OrNull('string', 'Our id of that message; null with `method: inbound`', { ...REFERENCE })
  reference!: string | null;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @OrNull('string', 'The channel of that message; null with `method: inbound`', {
    enum: [...CHANNELS, null],
    example: 'sms',
  })
  channel!: Channel | null;
  @Field('The channels that were tried for the valid codes, in order', { type: [ChannelAttemptView] })
  attempts!: ChannelAttemptView[];
  @ApiProperty(EXPIRES_AT) expires_at!: string;
  @ApiProperty(ATTEMPTS_LEFT) attempts_left!: number;
  @Field('When the verification was created, in UTC', {
    type: 'string',
    format: 'date-time',
    example: '2026-01-31T06:45:00.000Z',
  })
  created_at!: string;
}

export class CheckedVerification {
  @Field(
    '`approved`: the code is right; `pending`: it is wrong, and attempts are left; otherwise: how the verification has ended',
    {
      enum: VERIFICATION_STATUSES,
      example: 'approved',
    },
  )
  status!: VerificationStatus;
  @ApiProperty(ATTEMPTS_LEFT) attempts_left!: number;
}

export class VerificationEventData extends VerificationView {
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
}

export class InboundUnprovedData extends VerificationEventData {
  @Field(
    '`phone_hidden`: the gateway does not report the sender’s phone; `phone_differs`: another phone sent the text',
    { enum: UNPROVED, example: 'phone_hidden' },
  )
  reason!: Unproved;
}

const ENDINGS: WebhookTexts[] = [
  {
    event: 'verification.approved',
    about: 'A check had the right code of a verification, or the phone sent its text.',
    aboutId: 'Kode sebuah verifikasi dimasukkan dengan benar, atau teksnya dikirim dari nomor itu.',
  },
  {
    event: 'verification.expired',
    about: 'A verification expired before it was approved.',
    aboutId: 'Waktu sebuah verifikasi habis sebelum kodenya dimasukkan.',
  },
  {
    event: 'verification.failed',
    about: 'The last allowed check of a verification had a wrong code.',
    aboutId: 'Percobaan terakhir sebuah verifikasi salah.',
  },
].map((texts) => ({ ...texts, Data: VerificationEventData }));

export const VERIFICATION_WEBHOOKS: WebhookTexts[] = [
  ...ENDINGS,
  {
    event: 'verification.inbound_unproved',
    about:
      'The text of an inbound verification arrived, but did not prove the phone. The verification stays pending. Sent at most once for each verification and reason.',
    aboutId: 'Teks verifikasi masuk diterima, tetapi tidak membuktikan nomornya. Verifikasi tetap menunggu.',
    Data: InboundUnprovedData,
  },
];
