import { ApiProperty } from '@nestjs/swagger';
import type { WebhookTexts } from '../platform/openapi/index.js';
import { Field, OrNull } from '../platform/openapi/response-fields.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { MessageIdsView } from './correlation.dto.js';
import { CHANNEL, REASON, STATUS_ABOUT } from './fields.js';
import { ChannelAttemptView } from './send.dto.js';
import { OUTCOME_STATUSES, type OutcomeStatus } from './status.rules.js';

/** The `data` of an event about a message. */
export class MessageEventData extends MessageIdsView {
  @OrNull('string', 'null when no gateway took the message', { example: '3EB0AABBCCDDEEFF0011' })
  message_id!: string | null;
  @Field(STATUS_ABOUT, { enum: OUTCOME_STATUSES, example: 'delivered' }) status!: OutcomeStatus;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
  @Field('0 if the credits were refunded', { example: 200 }) credit_used!: number;
  @ApiProperty(CHANNEL) channel!: Channel;
  @Field('The channels that were tried, in order', { type: [ChannelAttemptView] })
  attempts!: ChannelAttemptView[];
  @OrNull('string', 'Words of the gateway; runs of digits are masked', { example: null })
  error_message!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
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
      'The message was refused or failed, or nobody ever found out. What was refunded by then has `credit_used` 0.',
    aboutId: 'Pesan ditolak atau gagal, atau hasilnya tidak pernah diketahui.',
  },
].map((texts) => ({ ...texts, Data: MessageEventData }));
