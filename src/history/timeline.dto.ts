import { ApiExtraModels, ApiProperty, getSchemaPath, refs } from '@nestjs/swagger';
import { CREDIT_KINDS, CREDIT_KINDS_ABOUT, type CreditKind } from '../credit/index.js';
import {
  CHANNEL,
  ChannelAttemptView,
  MessageIdsView,
  OUTCOME_STATUSES,
  type OutcomeStatus,
  REASON,
  type Status,
  STATUS_ABOUT,
  STATUSES,
} from '../otp/index.js';
import { LocalTime, OrNull, UtcTime } from '../platform/openapi/response-fields.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { type Cause, CAUSES, DELIVERY_STATES, type DeliveryState } from '../webhook/index.js';

const DEVICE_NAME = {
  type: 'string',
  nullable: true,
  description: 'Name of the device; runs of digits are masked',
} as const;
const WORDS = {
  type: 'string',
  nullable: true,
  description: 'Words of the gateway; runs of digits are masked',
} as const;

class TimelineMoment {
  @LocalTime() at!: string;
  @UtcTime() at_utc!: string;
}

/** The request was taken, its charge and message committed. */
class TimelineAccepted extends TimelineMoment {
  @ApiProperty({ enum: ['accepted'], description: 'The request was accepted and charged' }) type!: 'accepted';
}

/** A line of the ledger. */
class TimelineLedger extends TimelineMoment {
  @ApiProperty({ enum: ['ledger'], description: 'An entry of the ledger' }) type!: 'ledger';
  @ApiProperty({ enum: CREDIT_KINDS, description: CREDIT_KINDS_ABOUT }) kind!: CreditKind;
  @ApiProperty({ type: 'integer', example: -200, description: 'Credits, negative for a charge' })
  amount!: number;
  @ApiProperty({ type: 'integer', description: 'Balance after this entry, in credits' })
  balance_after!: number;
}

/** A device was tried; `at` is when that began. */
class TimelineAttempt extends TimelineMoment {
  @ApiProperty({ enum: ['attempt'], description: 'An attempt to send through a device' }) type!: 'attempt';
  @ApiProperty({ type: 'integer' }) device_id!: number;
  @ApiProperty(DEVICE_NAME) device!: string | null;
  @ApiProperty({ ...CHANNEL, description: 'The channel of the device' }) channel!: Channel;
  @ApiProperty({
    enum: ['accepted', 'refused', 'unknown'],
    description: 'refused: certainly not sent; unknown: not known, and never sent again',
  })
  outcome!: 'accepted' | 'refused' | 'unknown';
  @ApiProperty({ type: 'integer' }) duration_ms!: number;
  @OrNull('string', { description: 'The id of the message at the gateway, from its response' })
  message_id!: string | null;
  @ApiProperty(WORDS) error!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
}

/** The gateway reported a status; repetitions are counted. */
export class TimelineCallback extends TimelineMoment {
  @ApiProperty({ enum: ['callback'], description: 'The gateway reported a status' }) type!: 'callback';
  @ApiProperty({ enum: OUTCOME_STATUSES, description: 'The reported status' }) status!: OutcomeStatus;
  @ApiProperty({ description: 'false: ignored, the message was that far already' })
  applied!: boolean;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'How many times it was reported' }) times!: number;
  @LocalTime() last_at!: string;
  @UtcTime() last_at_utc!: string;
  @OrNull('integer', { description: 'null: came by the shared address' })
  device_id!: number | null;
  @ApiProperty(DEVICE_NAME) device!: string | null;
  @ApiProperty(WORDS) error!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
}

/** The result of recovery for a message whose outcome was unknown. */
export class TimelineRecovery extends TimelineMoment {
  @ApiProperty({ enum: ['recovery'], description: 'Recovery looked up an unknown outcome' })
  type!: 'recovery';
  @ApiProperty({
    enum: ['found', 'never_accepted', 'expired'],
    description: 'expired: the outcome stayed unknown for too long',
  })
  outcome!: 'found' | 'never_accepted' | 'expired';
  @ApiProperty({ enum: OUTCOME_STATUSES, description: 'Status of the message after the lookup' })
  status!: OutcomeStatus;
  @ApiProperty({ description: 'false: a callback had applied the outcome before' }) applied!: boolean;
  @OrNull('integer') device_id!: number | null;
  @ApiProperty(DEVICE_NAME) device!: string | null;
  @ApiProperty(WORDS) error!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
}

/** The status of the message changed. */
class TimelineStatus extends TimelineMoment {
  @ApiProperty({ enum: ['status'], description: 'The status of the message changed' }) type!: 'status';
  @ApiProperty({ enum: OUTCOME_STATUSES, description: 'The new status' }) status!: OutcomeStatus;
}

/** The code was checked and right. */
class TimelineConverted extends TimelineMoment {
  @ApiProperty({ enum: ['converted'], description: 'The code was checked and is right' }) type!: 'converted';
}

/** A status was handed to a webhook of the account. */
class TimelineWebhook extends TimelineMoment {
  @ApiProperty({ enum: ['webhook'], description: 'An event was queued for a webhook of the account' })
  type!: 'webhook';
  @ApiProperty({ example: 'otp.delivered', description: 'Kind of the event' }) event!: string;
  @ApiProperty({
    example: 'evt_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
    description: 'Id of the event, as in the header `webhook-id`',
  })
  webhook_id!: string;
  @ApiProperty({ example: 'https://example.com/webhooks/sandi', description: 'Address of the webhook' })
  url!: string;
  @ApiProperty({
    enum: DELIVERY_STATES,
    description: '`pending`: not delivered yet; `delivered`: the response was 2xx; `failed`: given up',
  })
  state!: DeliveryState;
  @LocalTime({ nullable: true, description: 'null: not tried again' })
  next_attempt_at!: string | null;
  @UtcTime({ nullable: true }) next_attempt_at_utc!: string | null;
}

/** The webhook was called. */
class TimelineWebhookAttempt extends TimelineMoment {
  @ApiProperty({ enum: ['webhook_attempt'], description: 'The webhook was called' }) type!: 'webhook_attempt';
  @ApiProperty({ example: 'otp.delivered', description: 'Kind of the event' }) event!: string;
  @ApiProperty({
    example: 'evt_01KAXW6Q3V8Z5M2B7N4C9D0E1F',
    description: 'Id of the event, as in the header `webhook-id`',
  })
  webhook_id!: string;
  @ApiProperty({ example: 'https://example.com/webhooks/sandi', description: 'Address of the webhook' })
  url!: string;
  @OrNull('integer', { example: 200, description: 'null: no response' })
  status_code!: number | null;
  @ApiProperty({ type: 'integer', example: 84 }) latency_ms!: number;
  @OrNull('string', { enum: [...CAUSES, null], example: null, description: 'Why there was no response' })
  cause!: Cause | null;
  @OrNull('string', { description: 'The same, in words' })
  error!: string | null;
}

/** By `type`. */
const EVENTS = {
  accepted: TimelineAccepted,
  ledger: TimelineLedger,
  attempt: TimelineAttempt,
  callback: TimelineCallback,
  recovery: TimelineRecovery,
  status: TimelineStatus,
  converted: TimelineConverted,
  webhook: TimelineWebhook,
  webhook_attempt: TimelineWebhookAttempt,
} as const;
const MODELS = Object.values(EVENTS);
const MAPPING = Object.entries(EVENTS).map(([type, Model]) => [type, getSchemaPath(Model)] as const);

export type TimelineEvent = InstanceType<(typeof EVENTS)[keyof typeof EVENTS]>;

@ApiExtraModels(...MODELS)
export class MessageTimeline extends MessageIdsView {
  @ApiProperty({ type: 'integer', example: 42 }) id!: number;
  @OrNull('string', {
    example: '3EB0AABBCCDDEEFF0011',
    description: 'null while the id of the gateway is not known',
  })
  message_id!: string | null;
  @ApiProperty({ description: 'false: of a test key' }) livemode!: boolean;
  @ApiProperty({ enum: STATUSES, description: STATUS_ABOUT }) status!: Status;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
  @ApiProperty({ type: 'integer', example: 200, description: '0 if the credits were refunded' })
  credit_used!: number;
  @ApiProperty(CHANNEL) channel!: Channel;
  @ApiProperty({ type: [ChannelAttemptView], description: 'The channels that were tried, in order' })
  attempts!: ChannelAttemptView[];
  @ApiProperty(WORDS) error_message!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @ApiProperty({
    description: 'In the order of time',
    type: 'array',
    items: {
      oneOf: refs(...MODELS),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(MAPPING) },
    },
  })
  events!: TimelineEvent[];
}
