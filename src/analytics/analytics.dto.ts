import { ApiProperty } from '@nestjs/swagger';
import { CHANNEL } from '../otp/index.js';
import { type Mode, MODES } from '../platform/access/modes.rules.js';
import { ChoiceField, IdField } from '../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../platform/openapi/response-fields.js';
import type { Channel } from '../platform/text/channel.js';
import { FAILURE_REASONS, type FailureReason } from '../platform/text/failure-reason.js';
import { type WindowName, WINDOWS } from './window.rules.js';

export class AnalyticsQuery {
  @ChoiceField(
    Object.keys(WINDOWS),
    '7d',
    'The last 24 clock hours, or this many days including today, in the time zone of the service',
  )
  window: WindowName = '7d';

  @ChoiceField(MODES, 'live', 'Messages of live or of test keys') mode: Mode = 'live';
}

export class AdminAnalyticsQuery extends AnalyticsQuery {
  @IdField('Only messages of this account, with its API keys') user_id?: number;
}

const count = (description: string) => ApiProperty({ type: 'integer', minimum: 0, description });

export class OutcomeCounts {
  @count('Messages that were sent, without a delivery report so far') sent!: number;
  @count('Messages that arrived') delivered!: number;
  @count('Messages that failed') failed!: number;
  @count('Messages whose code was checked successfully') converted!: number;
}

class AnalyticsPoint extends OutcomeCounts {
  @Field('A day, or the beginning of an hour (2026-01-31 13:00:00) in the window of 24 hours', {
    example: '2026-01-31',
  })
  at!: string;
}

class AnalyticsHourOfWeek extends OutcomeCounts {
  @Field('1: Monday', { minimum: 1, maximum: 7 }) weekday!: number;
  @Field('Hour of the day, in the time zone of the service', { minimum: 0, maximum: 23 }) hour!: number;
}

class AnalyticsApiKey extends OutcomeCounts {
  @OrNull('integer', 'null: all others together') api_key_id!: number | null;
  @OrNull('string', 'Name that the owner gave the key; null: the key no longer exists') name!: string | null;
  @OrNull('string', undefined, { example: '8FB9' }) last4!: string | null;
  @Field('true: the key was deleted') deleted!: boolean;
}

class AnalyticsChannel extends OutcomeCounts {
  @ApiProperty(CHANNEL) channel!: Channel;
}

class AnalyticsPrefix extends OutcomeCounts {
  @OrNull('string', 'First digits of the phones, as far as masks show them; null: all others together', {
    example: '081',
  })
  prefix!: string | null;
}

class AnalyticsReason {
  @Field('Why the messages failed', { enum: FAILURE_REASONS }) reason!: FailureReason;
  @count('Messages that failed for this reason') failed!: number;
}

class AnalyticsDevice extends OutcomeCounts {
  @OrNull('integer', 'null: messages that no device accepted') device_id!: number | null;
  @OrNull('string', 'null: the device was deleted') name!: string | null;
}

class AnalyticsLatencyStep {
  @OrNull('integer', 'Upper bound in seconds; null: no upper bound') up_to!: number | null;
  @count('Messages that arrived within this step') count!: number;
}

const quantileOf = (share: string) =>
  ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    example: 3.2,
    description: `Seconds within which ${share} of the delivered messages arrived, estimated from the steps; null: there are none`,
  });

class AnalyticsDeliveryTime {
  @quantileOf('half') p50!: number | null;
  @quantileOf('95 %') p95!: number | null;
  @Field('Shortest first, including empty ones', { type: [AnalyticsLatencyStep] })
  steps!: AnalyticsLatencyStep[];
}

export class Analytics {
  @Field('The period, which ends now', { enum: Object.keys(WINDOWS) }) window!: WindowName;
  @Field('The first local day', { example: '2026-01-25' }) from!: string;
  @Field('The last local day, which is today', { example: '2026-01-31' }) to!: string;
  @LocalTime('End of the counted period') as_of!: string;
  @count('Days before today that are not counted yet, for example after an upgrade') days_missing!: number;
  @count('Messages of these days whose outcome is still unknown; no other figure includes them')
  pending!: number;
  @Field('Messages of the whole period', { type: OutcomeCounts }) totals!: OutcomeCounts;
  @Field('How long messages took to arrive', { type: AnalyticsDeliveryTime })
  delivery_time!: AnalyticsDeliveryTime;
  @Field('Oldest first, including empty ones', { type: [AnalyticsPoint] }) series!: AnalyticsPoint[];
  @Field('Hours without messages are left out', { type: [AnalyticsHourOfWeek] })
  hours!: AnalyticsHourOfWeek[];
  @Field('Most messages first', { type: [AnalyticsApiKey] }) keys!: AnalyticsApiKey[];
  @Field('Most messages first; messages from before the channels existed count as WhatsApp', {
    type: [AnalyticsChannel],
  })
  channels!: AnalyticsChannel[];
  @Field('Most messages first', { type: [AnalyticsPrefix] }) prefixes!: AnalyticsPrefix[];
  @Field('Most messages first', { type: [AnalyticsReason] }) reasons!: AnalyticsReason[];
}

/** Of all accounts, or of one; API keys of one only. */
export class AdminAnalytics extends Analytics {
  @Field('Most messages first', { type: [AnalyticsDevice] }) devices!: AnalyticsDevice[];
}

export class KeyUsageView {
  @ApiProperty({ type: 'integer' }) api_key_id!: number;
  @Field('Sends a day with this key', { minimum: 1 }) daily_cap!: number;
  @count('Today’s sends with this key and its rotations') used_today!: number;
}
