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
    'The last 24 hours, each as clocks show it, or so many days (time zone of the service) with today',
  )
  window: WindowName = '7d';

  @ChoiceField(MODES, 'live', 'Messages of live or of test keys') mode: Mode = 'live';
}

export class AdminAnalyticsQuery extends AnalyticsQuery {
  @IdField('Of this account only, with its API keys') user_id?: number;
}

const count = (description: string) => ApiProperty({ type: 'integer', minimum: 0, description });

export class OutcomeCounts {
  @count('Sent, and no receipt so far') sent!: number;
  @count('Messages that arrived') delivered!: number;
  @count('Messages that failed') failed!: number;
  @count('Whose code was checked and right') converted!: number;
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
  @OrNull('string', 'Name that the owner gave the key; null: the key is gone') name!: string | null;
  @OrNull('string', undefined, { example: '8FB9' }) last4!: string | null;
  @Field('It was deleted') deleted!: boolean;
}

class AnalyticsChannel extends OutcomeCounts {
  @ApiProperty(CHANNEL) channel!: Channel;
}

class AnalyticsPrefix extends OutcomeCounts {
  @OrNull('string', 'How the phones begin, as much of it as masks show; null: all others together', {
    example: '081',
  })
  prefix!: string | null;
}

class AnalyticsReason {
  @Field('Why they failed', { enum: FAILURE_REASONS }) reason!: FailureReason;
  @count('Messages that failed for this reason') failed!: number;
}

class AnalyticsDevice extends OutcomeCounts {
  @OrNull('integer', 'null: those that no device took') device_id!: number | null;
  @OrNull('string', 'null: it is gone') name!: string | null;
}

class AnalyticsLatencyStep {
  @OrNull('integer', 'Seconds; null: longer than all the others') up_to!: number | null;
  @count('Messages that arrived within this step') count!: number;
}

const quantileOf = (share: string) =>
  ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    example: 3.2,
    description: `Seconds within which ${share} of the delivered ones arrived, read out of the steps; null of none`,
  });

class AnalyticsDeliveryTime {
  @quantileOf('half') p50!: number | null;
  @quantileOf('95 %') p95!: number | null;
  @Field('Shortest first, empty ones too', { type: [AnalyticsLatencyStep] }) steps!: AnalyticsLatencyStep[];
}

export class Analytics {
  @Field('The period, which ends now', { enum: Object.keys(WINDOWS) }) window!: WindowName;
  @Field('The first local day', { example: '2026-01-25' }) from!: string;
  @Field('The last local day, which is today', { example: '2026-01-31' }) to!: string;
  @LocalTime('Until when messages are added up') as_of!: string;
  @count('Days before today that are not added up yet, as after an upgrade') days_missing!: number;
  @count('Messages of these days whose outcome is not known yet, now; they are in no other figure')
  pending!: number;
  @Field('Messages of the whole period', { type: OutcomeCounts }) totals!: OutcomeCounts;
  @Field('How long messages took to arrive', { type: AnalyticsDeliveryTime })
  delivery_time!: AnalyticsDeliveryTime;
  @Field('Oldest first, empty ones too', { type: [AnalyticsPoint] }) series!: AnalyticsPoint[];
  @Field('Hours without any are left out', { type: [AnalyticsHourOfWeek] }) hours!: AnalyticsHourOfWeek[];
  @Field('Most first', { type: [AnalyticsApiKey] }) keys!: AnalyticsApiKey[];
  @Field('Most first; messages from before there were channels went by WhatsApp', {
    type: [AnalyticsChannel],
  })
  channels!: AnalyticsChannel[];
  @Field('Most first', { type: [AnalyticsPrefix] }) prefixes!: AnalyticsPrefix[];
  @Field('Most first', { type: [AnalyticsReason] }) reasons!: AnalyticsReason[];
}

/** Of all accounts, or of one; API keys of one only. */
export class AdminAnalytics extends Analytics {
  @Field('Most first', { type: [AnalyticsDevice] }) devices!: AnalyticsDevice[];
}

export class KeyUsageView {
  @ApiProperty({ type: 'integer' }) api_key_id!: number;
  @Field('Sends a day with this key', { minimum: 1 }) daily_cap!: number;
  @count('Sends of today with this key, what it replaced and what replaces it') used_today!: number;
}
