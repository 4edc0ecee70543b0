import { ApiProperty } from '@nestjs/swagger';
import { isBoolean, isOneOf } from '../platform/http/index.js';
import { OptionalField, RequiredField, WholeField } from '../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { isLine, line } from '../platform/text/plain-text.rules.js';
import { HEALTH_STATES, type HealthState } from './endpoint-health.rules.js';
import { DISABLED_REASONS, type DisabledReason, EVENT_TYPES, type EventType } from './webhook.entities.js';

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
  description: 'The events to send; without it: all, new kinds too',
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

  @ModeField('Whose events to send: those of live or of test messages. Without it, or null: both')
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

  @ModeField('Whose events to send: those of live or of test messages; null: both') mode?: WebhookMode | null;

  @OptionalField(isBoolean, { description: 'true: switch it on again and forget its failures' })
  active?: boolean;
}

export class RotateSecretDto extends ConfirmedDto {
  @WholeField(OVERLAP_SECONDS, 'How long the old secret signs too, in seconds')
  overlap_seconds: number = OVERLAP_SECONDS.usual;
}

class WebhookHour {
  @LocalTime('When the hour began') at!: string;
  @Field('Attempts with a 2xx response') delivered!: number;
  @Field('Attempts that failed') failed!: number;
}

export class WebhookHealth {
  @Field(
    'By the attempts of 24 hours. untested: never called at this URL; unreliable: fewer than 90 % succeed; retrying: attempts fail and are retried; failing: many failed in a row or for long, so the owner must act',
    { enum: HEALTH_STATES },
  )
  state!: HealthState;
  @Field('Attempts that failed since the last success') failures!: number;
  @OrNull('number', 'Share of the attempts below that succeeded; null: there were none', {
    minimum: 0,
    maximum: 1,
    example: 0.98,
  })
  success_share!: number | null;
  @LocalTimeOrNull('null: nothing waits') next_attempt_at!: string | null;
  @Field('The last 24 hours, oldest first; some seconds old', { type: [WebhookHour] })
  attempts!: WebhookHour[];
}

export class WebhookView {
  @ApiProperty({ type: 'integer', example: 3 }) id!: number;
  @Field('Address that the events are sent to', { example: 'https://toko.example.com/webhooks/sandi' })
  url!: string;
  @Field('null: all', { enum: EVENT_TYPES, isArray: true, nullable: true }) events!: EventType[] | null;
  @Field('Whose events it gets: of live messages, of test messages, or of both', { enum: WEBHOOK_MODES })
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
  @Field('To verify signatures with; shown this once', {
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret!: string;
}
