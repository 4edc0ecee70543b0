import { ApiProperty } from '@nestjs/swagger';
import { CHANNEL } from '../otp/index.js';
import { type Mode, MODES } from '../platform/access/modes.rules.js';
import { ChoiceField, IdField } from '../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../platform/openapi/response-fields.js';
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
  @ApiProperty({
    example: '2026-01-31',
    description: 'A day, or the beginning of an hour (2026-01-31 13:00:00) in the window of 24 hours',
  })
  at!: string;
}

class AnalyticsHourOfWeek extends OutcomeCounts {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, description: '1: Monday' }) weekday!: number;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 23,
    description: 'Hour of the day, in the time zone of the service',
  })
  hour!: number;
}

class AnalyticsApiKey extends OutcomeCounts {
  @OrNull('integer', { description: 'null: all others together' })
  api_key_id!: number | null;
  @OrNull('string', { description: 'Name that the owner gave the key; null: the key is gone' }) name!:
    string | null;
  @OrNull('string', { example: '8FB9' }) last4!: string | null;
  @ApiProperty({ description: 'It was deleted' }) deleted!: boolean;
}

class AnalyticsChannel extends OutcomeCounts {
  @ApiProperty(CHANNEL) channel!: Channel;
}

class AnalyticsPrefix extends OutcomeCounts {
  @OrNull('string', {
    example: '081',
    description: 'How the phones begin, as much of it as masks show; null: all others together',
  })
  prefix!: string | null;
}

class AnalyticsReason {
  @ApiProperty({ enum: FAILURE_REASONS, description: 'Why they failed' }) reason!: FailureReason;
  @count('Messages that failed for this reason') failed!: number;
}

class AnalyticsDevice extends OutcomeCounts {
  @OrNull('integer', { description: 'null: those that no device took' })
  device_id!: number | null;
  @OrNull('string', { description: 'null: it is gone' }) name!: string | null;
}

class AnalyticsLatencyStep {
  @OrNull('integer', { description: 'Seconds; null: longer than all the others' })
  up_to!: number | null;
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
  @ApiProperty({ type: [AnalyticsLatencyStep], description: 'Shortest first, empty ones too' })
  steps!: AnalyticsLatencyStep[];
}

/** Of an account. */
export class Analytics {
  @ApiProperty({ enum: Object.keys(WINDOWS), description: 'The period, which ends now' }) window!: WindowName;
  @ApiProperty({ example: '2026-01-25', description: 'The first local day' }) from!: string;
  @ApiProperty({ example: '2026-01-31', description: 'The last local day, which is today' }) to!: string;
  @LocalTime({ description: 'Until when messages are added up' }) as_of!: string;
  @UtcTime() as_of_utc!: string;
  @count('Days before today that are not added up yet, as after an upgrade') days_missing!: number;
  @count('Messages of these days whose outcome is not known yet, now; they are in no other figure')
  pending!: number;
  @ApiProperty({ type: OutcomeCounts, description: 'Messages of the whole period' }) totals!: OutcomeCounts;
  @ApiProperty({ type: AnalyticsDeliveryTime, description: 'How long messages took to arrive' })
  delivery_time!: AnalyticsDeliveryTime;
  @ApiProperty({ type: [AnalyticsPoint], description: 'Oldest first, empty ones too' })
  series!: AnalyticsPoint[];
  @ApiProperty({ type: [AnalyticsHourOfWeek], description: 'Hours without any are left out' })
  hours!: AnalyticsHourOfWeek[];
  @ApiProperty({ type: [AnalyticsApiKey], description: 'Most first' }) keys!: AnalyticsApiKey[];
  @ApiProperty({
    type: [AnalyticsChannel],
    description: 'Most first; messages from before there were channels went by WhatsApp',
  })
  channels!: AnalyticsChannel[];
  @ApiProperty({ type: [AnalyticsPrefix], description: 'Most first' }) prefixes!: AnalyticsPrefix[];
  @ApiProperty({ type: [AnalyticsReason], description: 'Most first' }) reasons!: AnalyticsReason[];
}

/** Of all accounts, or of one; API keys of one only. */
export class AdminAnalytics extends Analytics {
  @ApiProperty({ type: [AnalyticsDevice], description: 'Most first' }) devices!: AnalyticsDevice[];
}

export class KeyUsageView {
  @ApiProperty({ type: 'integer' }) api_key_id!: number;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Sends a day with this key' }) daily_cap!: number;
  @count('Sends of today with this key, what it replaced and what replaces it') used_today!: number;
}
