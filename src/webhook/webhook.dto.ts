import { ApiProperty } from '@nestjs/swagger';
import { isBoolean, isOneOf } from '../platform/http/index.js';
import {
  CursorPageOf,
  CursorQuery,
  OptionalField,
  RequiredField,
  WholeField,
  WordField,
} from '../platform/http/request-fields.js';
import type { WebhookTexts } from '../platform/openapi/index.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { isLine, line } from '../platform/text/plain-text.rules.js';
import { parseIsoTime } from '../platform/time/iso-time.js';
import { HEALTH_STATES, type HealthState } from './endpoint-health.rules.js';
import {
  DELIVERY_STATES,
  type DeliveryState,
  DISABLED_REASONS,
  type DisabledReason,
  EVENT_TYPES,
  type EventType,
  TEST_EVENT,
  type WebhookEvent,
} from './webhook.entities.js';
import { type Cause, CAUSES } from './webhook-client.js';

const URL_MAX = 2048;
const OVERLAP_SECONDS = { min: 0, max: 604_800, usual: 86_400 };

const isUrl = isLine(URL_MAX);
const isEventList = (value: unknown) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  new Set(value).size === value.length &&
  value.every((type) => EVENT_TYPES.includes(type as EventType));

const eventsProperty = {
  enum: EVENT_TYPES,
  isArray: true,
  nullable: true,
  minItems: 1,
  uniqueItems: true,
  description: 'The events to send; omitted: all, including future kinds',
};

export const WEBHOOK_MODES = ['live', 'test', 'both'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

const ModeField = (description: string) =>
  OptionalField(isOneOf([...WEBHOOK_MODES]), {
    type: 'string',
    enum: [...WEBHOOK_MODES, null],
    nullable: true,
    description,
  });

export class CreateWebhookDto extends ConfirmedDto {
  @RequiredField(
    isUrl,
    {
      example: 'https://toko.example.com/webhooks/sandi',
      ...line(URL_MAX),
      description: 'Address that the events are sent to',
    },
    'webhook_url_invalid',
  )
  url!: string;

  @OptionalField(isEventList, eventsProperty) events?: EventType[] | null;

  @ModeField('Send only events of live or of test messages; omitted or null: both')
  mode?: WebhookMode | null;
}

export class UpdateWebhookDto extends ConfirmedDto {
  @OptionalField(
    isUrl,
    { ...line(URL_MAX), description: 'Address that the events are sent to' },
    'webhook_url_invalid',
  )
  url?: string;

  @OptionalField(isEventList, eventsProperty) events?: EventType[] | null;

  @ModeField('Send only events of live or of test messages; null: both') mode?: WebhookMode | null;

  @OptionalField(isBoolean, { description: 'true: switch it on again and forget its failures' })
  active?: boolean;
}

export class RotateSecretDto extends ConfirmedDto {
  @WholeField(OVERLAP_SECONDS, 'How long the old secret also signs, in seconds')
  overlap_seconds: number = OVERLAP_SECONDS.usual;
}

class WebhookHour {
  @LocalTime('When the hour began') at!: string;
  @Field('Attempts with a 2xx response') delivered!: number;
  @Field('Attempts that failed') failed!: number;
}

export class WebhookHealth {
  @Field(
    'Rated by the attempts of the last 24 hours. untested: never called at this URL; unreliable: fewer than 90 % succeed; retrying: attempts fail and are retried; failing: many failed in a row or for long, so the owner must act',
    { enum: HEALTH_STATES },
  )
  state!: HealthState;
  @Field('Attempts that failed since the last success') failures!: number;
  @OrNull('number', 'Share of `attempts` that succeeded; null: there were none', {
    minimum: 0,
    maximum: 1,
    example: 0.98,
  })
  success_share!: number | null;
  @LocalTimeOrNull('null: no delivery waits') next_attempt_at!: string | null;
  @Field('Attempts of the last 24 hours, oldest first; the figures may be some seconds old', {
    type: [WebhookHour],
  })
  attempts!: WebhookHour[];
}

export class WebhookView {
  @ApiProperty({ type: 'integer', example: 3 }) id!: number;
  @Field('Address that the events are sent to', { example: 'https://toko.example.com/webhooks/sandi' })
  url!: string;
  @Field('null: all', { enum: EVENT_TYPES, isArray: true, nullable: true }) events!: EventType[] | null;
  @Field('Whether it gets events of live messages, of test messages, or of both', { enum: WEBHOOK_MODES })
  mode!: WebhookMode;
  @Field('false: the webhook is switched off and gets no events') active!: boolean;
  @Field('Why the service switched it off: gone (the response was 410), failing (failed for long)', {
    enum: [...DISABLED_REASONS, null],
    nullable: true,
  })
  disabled_reason!: DisabledReason | null;
  @LocalTimeOrNull('Since when all attempts have failed') failing_since!: string | null;
  @Field('How the attempts of the last 24 hours went', { type: WebhookHealth }) health!: WebhookHealth;
  @LocalTime() created_at!: string;
}

export class NewWebhook extends WebhookView {
  @Field('Secret to verify signatures with; shown only once', {
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret!: string;
}

export class DeliveryQuery extends CursorQuery {
  @WordField(DELIVERY_STATES, 'Only deliveries of this status') status?: DeliveryState;
}

export class ReplaySinceDto {
  @RequiredField((value) => typeof value === 'string' && parseIsoTime(value) !== undefined, {
    type: 'string',
    format: 'date-time',
    pattern: '^[1-9][0-9]{3}-',
    example: '2026-01-31T06:45:00Z',
    description: 'ISO 8601 with an offset; deliveries that failed since then are sent again',
  })
  since!: string;
}

export class AttemptView {
  @LocalTime('When the webhook was called') at!: string;
  @OrNull('integer', 'null: no response', { example: 200 }) status_code!: number | null;
  @ApiProperty({ type: 'integer', example: 84 }) latency_ms!: number;
  @OrNull(
    'string',
    'Why there was no response. certificate: TLS failed; no_answer: the connection broke in another way',
    { enum: [...CAUSES, null], example: null },
  )
  cause!: Cause | null;
  @OrNull('string', 'The cause in words', { example: null }) error!: string | null;
  @OrNull('string', 'First KiB of the response, without control characters and runs of digits', {
    example: 'ok',
  })
  answer!: string | null;
}

export class DeliveryView {
  @ApiProperty({ type: 'integer', example: 12 }) id!: number;
  @Field('Id of the event, as in the header `webhook-id`', { example: 'evt_01J9Z3…' }) event_id!: string;
  @Field('Kind of the event', { enum: [...EVENT_TYPES, TEST_EVENT] }) type!: WebhookEvent['type'];
  @Field('`pending`: not delivered yet; `delivered`: the response was 2xx; `failed`: given up', {
    enum: DELIVERY_STATES,
  })
  status!: DeliveryState;
  @LocalTimeOrNull('null: no further attempt, or the webhook is switched off') next_attempt_at!:
    string | null;
  @LocalTime() created_at!: string;
  @Field('Body of the request, the same at every attempt', {
    example:
      '{"type":"otp.delivered","timestamp":"2026-01-31T06:45:02.000Z","data":{"message_id":"3EB0AABBCCDDEEFF0011",' +
      '"reference":"otp_01KAXW6Q3V8Z5M2B7N4C9D0E1F","external_id":"pesanan-7f1c2a","metadata":{"cabang":"Bandung"},' +
      '"status":"delivered","recipient":"6281****7890","company_name":"Toko Budi","credit_used":200,' +
      '"error_message":null,"reason":null,"created_at":"2026-01-31T06:45:00.000Z"},"livemode":true}',
  })
  body!: string;
  @Field('Newest first, 20 at most', { type: [AttemptView] }) attempts!: AttemptView[];
}

export class DeliveryPage extends CursorPageOf(DeliveryView) {}

export class Replayed {
  @Field('Number of deliveries that are sent again') replayed!: number;
  @Field('true: there are more; repeat this request') has_more!: boolean;
}

class TestEventData {
  @Field('Id of the webhook that was tested', { example: 7 }) webhook_id!: number;
}

export const TEST_WEBHOOK: WebhookTexts = {
  event: TEST_EVENT,
  about: 'The owner of the webhook sent a test.',
  aboutId: 'Pemilik webhook meminta percobaan.',
  Data: TestEventData,
};
