import { ApiProperty } from '@nestjs/swagger';
import { ClientField, type ClientInfo } from '../fraud/index.js';
import type { ErrorCode } from '../platform/errors/index.js';
import type { WebhookTexts } from '../platform/openapi/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { Language } from '../platform/text/message-template.rules.js';
import { CHANNEL_OUTCOMES } from './channels/channels.rules.js';
import {
  CorrelationView,
  ExternalIdField,
  MessageIdsView,
  type Metadata,
  MetadataField,
} from './correlation.dto.js';
import {
  ApiKeyField,
  BrandField,
  CHANNEL,
  ChannelsField,
  CodeField,
  LanguageField,
  PhoneField,
  REASON,
  STATUS_ABOUT,
} from './fields.js';
import { OUTCOME_STATUSES, type OutcomeStatus } from './status.rules.js';

export const SENT_MESSAGE = { id: 'OTP berhasil dikirim.', en: 'The OTP was sent.' };

/** The failures of a send, in the order of its checks. */
export const SEND_FAILURES = [
  'rate_limited',
  'parameter_missing',
  'phone_invalid',
  'company_name_too_long',
  'otp_code_invalid',
  'company_name_invalid',
  'external_id_invalid',
  'metadata_invalid',
  'channels_invalid',
  'not_on_whatsapp_limited',
  'recipient_restricted',
  'verification_blocked',
  'recipient_limited',
  'daily_cap_reached',
  'spend_cap_reached',
  'insufficient_credit',
  'duplicate',
  'no_device',
  'gateway_error',
  'gateway_unknown',
] as const satisfies ErrorCode[];

export class SendOtpDto {
  @PhoneField() phone!: string;
  @BrandField() company_name!: string;
  @CodeField() otp_code!: string;
  @LanguageField() language: Language = 'id';
  @ExternalIdField() external_id?: string | null;
  @MetadataField() metadata?: Metadata | null;
  @ChannelsField() channels?: Channel[];
  @ClientField() client?: ClientInfo;
}

/** For the owner of a key, who names the key by its id. */
export class AccountSendDto extends SendOtpDto {
  @ApiKeyField() api_key_id!: number;
}

export class ChannelAttemptView {
  @Field('The channel that was tried', { enum: CHANNELS, example: 'whatsapp' }) channel!: Channel;
  @Field(
    'accepted: by the gateway; refused: certainly not sent; unknown: the outcome is not known (yet), and the message is never sent again',
    { enum: CHANNEL_OUTCOMES, example: 'refused' },
  )
  outcome!: (typeof CHANNEL_OUTCOMES)[number];
  @ApiProperty(REASON) reason!: FailureReason | null;
}

export class SendResult extends CorrelationView {
  @Field('The id of the message at the gateway', { example: '3EB0AABBCCDDEEFF0011' }) message_id!: string;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ type: 'integer', example: 200 }) credit_used!: number;
  @ApiProperty({ type: 'integer', example: 9800 }) credit_balance!: number;
  @Field('The channel that accepted the message. Only if the request has `channels`', {
    required: false,
    enum: CHANNELS,
    example: 'sms',
  })
  channel?: Channel;
  @Field('The channels that were tried, in order. Only if the request has `channels`', {
    required: false,
    type: [ChannelAttemptView],
  })
  attempts?: ChannelAttemptView[];
}

export class CheckOtpDto {
  @PhoneField() phone!: string;
  @CodeField() otp_code!: string;
}

/** For the owner of a key, who names the key by its id. */
export class AccountCheckDto extends CheckOtpDto {
  @ApiKeyField() api_key_id!: number;
}

export class CheckResult {
  @Field('Whether the code is right. For a right code, it is true only once') valid!: boolean;
}

/** A message in lists, timelines and events. */
export class MessageFields extends MessageIdsView {
  @OrNull(
    'string',
    'Id of the message at the gateway; null: no gateway accepted it, or the id is not known yet',
    {
      example: '3EB0AABBCCDDEEFF0011',
    },
  )
  message_id!: string | null;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
  @Field('0 if the credits were refunded', { example: 200 }) credit_used!: number;
  @ApiProperty(CHANNEL) channel!: Channel;
  @Field('The channels that were tried, in order', { type: [ChannelAttemptView] })
  attempts!: ChannelAttemptView[];
  @ApiProperty(REASON) reason!: FailureReason | null;
}

export class MessageEventData extends MessageFields {
  @Field(STATUS_ABOUT, { enum: OUTCOME_STATUSES, example: 'delivered' }) status!: OutcomeStatus;
  @OrNull('string', 'The gateway’s own words; runs of digits are masked', { example: null })
  error_message!: string | null;
  @Field('When the message was created, in UTC', { example: '2026-01-31T06:45:00.000Z', format: 'date-time' })
  created_at!: string;
}

export const MESSAGE_WEBHOOKS: WebhookTexts[] = [
  { event: 'otp.sent', about: 'A gateway has accepted the message.', aboutId: 'Gateway menerima pesan.' },
  {
    event: 'otp.delivered',
    about: "The message is on the recipient's phone.",
    aboutId: 'Pesan sampai di ponsel penerima.',
  },
  {
    event: 'otp.failed',
    about:
      'The message was refused or failed, or its outcome stayed unknown. If it was refunded by then, `credit_used` is 0.',
    aboutId: 'Pesan ditolak atau gagal, atau hasilnya tidak pernah diketahui.',
  },
].map((texts) => ({ ...texts, Data: MessageEventData }));
