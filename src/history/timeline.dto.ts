import { ApiExtraModels, ApiProperty, getSchemaPath, refs } from '@nestjs/swagger';
import { CREDIT_KINDS, CREDIT_KINDS_ABOUT, type CreditKind } from '../credit/index.js';
import { CHANNEL, OUTCOME_STATUSES, type OutcomeStatus, REASON } from '../otp/index.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { type Cause, CAUSES, DELIVERY_STATES, type DeliveryState } from '../webhook/index.js';
import { FoundMessage } from './history.dto.js';

const DEVICE_NAME = {
  type: 'string',
  nullable: true,
  description: 'Name of the device; runs of digits are masked',
} as const;
const WORDS = {
  type: 'string',
  nullable: true,
  description: 'The gateway’s own words; runs of digits are masked',
} as const;

class TimelineMoment {
  @LocalTime() at!: string;
  at_utc!: string;
}

class TimelineAccepted extends TimelineMoment {
  @Field('The request was accepted and charged', { enum: ['accepted'] }) type!: 'accepted';
}

class TimelineLedger extends TimelineMoment {
  @Field('An entry of the ledger', { enum: ['ledger'] }) type!: 'ledger';
  @Field(CREDIT_KINDS_ABOUT, { enum: CREDIT_KINDS }) kind!: CreditKind;
  @Field('Credits, negative for a charge', { example: -200 }) amount!: number;
  @Field('Balance after this entry, in credits') balance_after!: number;
}

class TimelineAttempt extends TimelineMoment {
  @Field('An attempt to send through a device', { enum: ['attempt'] }) type!: 'attempt';
  @ApiProperty({ type: 'integer' }) device_id!: number;
  @ApiProperty(DEVICE_NAME) device!: string | null;
  @Field('The channel of the device', { ...CHANNEL }) channel!: Channel;
  @Field('refused: certainly not sent; unknown: not known, and never sent again', {
    enum: ['accepted', 'refused', 'unknown'],
  })
  outcome!: 'accepted' | 'refused' | 'unknown';
  @ApiProperty({ type: 'integer' }) duration_ms!: number;
  @OrNull('string', 'The id of the message at the gateway, from its response') message_id!: string | null;
  @ApiProperty(WORDS) error!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
}

export class TimelineCallback extends TimelineMoment {
  @Field('The gateway reported a status', { enum: ['callback'] }) type!: 'callback';
  @Field('The reported status', { enum: OUTCOME_STATUSES }) status!: OutcomeStatus;
  @Field('false: ignored, because the message already had this status or a later one') applied!: boolean;
  @Field('Number of times that it was reported', { minimum: 1 }) times!: number;
  @LocalTime() last_at!: string;
  @OrNull('integer', 'null: the callback arrived at the shared address') device_id!: number | null;
  @ApiProperty(DEVICE_NAME) device!: string | null;
  @ApiProperty(WORDS) error!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
}

export class TimelineRecovery extends TimelineMoment {
  @Field('Recovery looked up an unknown outcome', { enum: ['recovery'] }) type!: 'recovery';
  @Field('expired: the outcome stayed unknown for too long', { enum: ['found', 'never_accepted', 'expired'] })
  outcome!: 'found' | 'never_accepted' | 'expired';
  @Field('Status of the message after the lookup', { enum: OUTCOME_STATUSES }) status!: OutcomeStatus;
  @Field('false: a callback had already applied the outcome') applied!: boolean;
  @OrNull('integer') device_id!: number | null;
  @ApiProperty(DEVICE_NAME) device!: string | null;
  @ApiProperty(WORDS) error!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
}

class TimelineStatus extends TimelineMoment {
  @Field('The status of the message changed', { enum: ['status'] }) type!: 'status';
  @Field('The new status', { enum: OUTCOME_STATUSES }) status!: OutcomeStatus;
}

class TimelineConverted extends TimelineMoment {
  @Field('The code was checked and is right', { enum: ['converted'] }) type!: 'converted';
}

class TimelineWebhook extends TimelineMoment {
  @Field('An event was queued for a webhook of the account', { enum: ['webhook'] }) type!: 'webhook';
  @Field('Kind of the event', { example: 'otp.delivered' }) event!: string;
  @Field('Id of the event, as in the header `webhook-id`', { example: 'evt_01KAXW6Q3V8Z5M2B7N4C9D0E1F' })
  webhook_id!: string;
  @Field('Address of the webhook', { example: 'https://example.com/webhooks/sandi' }) url!: string;
  @Field('`pending`: not delivered yet; `delivered`: the response was 2xx; `failed`: given up', {
    enum: DELIVERY_STATES,
  })
  state!: DeliveryState;
  @LocalTimeOrNull('null: no further attempt') next_attempt_at!: string | null;
  next_attempt_at_utc!: string | null;
}

class TimelineWebhookAttempt extends TimelineMoment {
  @Field('The webhook was called', { enum: ['webhook_attempt'] }) type!: 'webhook_attempt';
  @Field('Kind of the event', { example: 'otp.delivered' }) event!: string;
  @Field('Id of the event, as in the header `webhook-id`', { example: 'evt_01KAXW6Q3V8Z5M2B7N4C9D0E1F' })
  webhook_id!: string;
  @Field('Address of the webhook', { example: 'https://example.com/webhooks/sandi' }) url!: string;
  @OrNull('integer', 'null: no response', { example: 200 }) status_code!: number | null;
  @ApiProperty({ type: 'integer', example: 84 }) latency_ms!: number;
  @OrNull('string', 'Why there was no response', { enum: [...CAUSES, null], example: null })
  cause!: Cause | null;
  @OrNull('string', 'The cause in words') error!: string | null;
}

/** The kinds of events by their `type`. */
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
export class MessageTimeline extends FoundMessage {
  @Field('false: a message of a test key') livemode!: boolean;
  @ApiProperty(WORDS) error_message!: string | null;
  @ApiProperty({
    description: 'In chronological order',
    type: 'array',
    items: {
      oneOf: refs(...MODELS),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(MAPPING) },
    },
  })
  events!: TimelineEvent[];
}
