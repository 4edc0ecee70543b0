import { ApiProperty } from '@nestjs/swagger';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { FAILURE_REASONS, type FailureReason } from '../../platform/text/failure-reason.js';

class Migrations {
  @Field('Migrations that are applied') applied!: number;
  @Field('Not applied by this instance yet') pending!: number;
}

class DatabaseState {
  @Field('Kind of the database; `mysql` for MariaDB too', { enum: ['sqlite', 'mysql'] })
  engine!: 'sqlite' | 'mysql';
  @Field('Version of the database server', { example: '10.11.6-MariaDB' }) version!: string;
  @Field('Duration of one query in milliseconds', { type: 'number', example: 0.4 }) latency_ms!: number;
  @Field('Migrations of the schema', { type: Migrations }) migrations!: Migrations;
}

class RedisState {
  @Field('REDIS_URL is set') configured!: boolean;
  @Field('down: limits are counted per instance', { enum: ['up', 'down', 'unused'] })
  state!: 'up' | 'down' | 'unused';
}

class Queues {
  @Field('Events not yet dealt out to webhooks') webhook_events!: number;
  @Field('Deliveries of webhooks that are not over') webhook_deliveries!: number;
  @Field('How many of these have a webhook that fails or is switched off') webhook_deliveries_held!: number;
  @Field('Callbacks that wait for their message') callbacks!: number;
  @Field('Messages whose outcome is not known') pending_messages!: number;
}

class Books {
  @Field('Between two checks by this instance; 0: it makes none') every_seconds!: number;
  @OrNull('string', 'The last check by this instance; null: never', { format: 'date-time' })
  last_checked_at!: string | null;
  @OrNull('string', 'The next check by this instance; null: it makes none', { format: 'date-time' })
  next_check_at!: string | null;
  @OrNull('integer', 'The rules that were broken then') violations!: number | null;
}

class Memory {
  @Field('Memory of the process in bytes') rss_bytes!: number;
  @Field('Memory of JavaScript objects in bytes') heap_used_bytes!: number;
}

/** Counts of devices: active ones by the health that this instance sees, those in cooldown, and those not active. */
export class DeviceCounts {
  @Field('Devices that work') well: number = 0;
  @Field('Devices whose messages go without reports') degraded: number = 0;
  @Field('Devices that have not accepted their last messages') failing: number = 0;
  @Field('Devices with a template that Meta refuses') template_blocked: number = 0;
  @Field('Devices that WhatsApp restricts') restricted: number = 0;
  @Field('Devices whose gateway cannot be reached or has lost its connection') disconnected: number = 0;
  @Field('Devices without a linked phone') not_linked: number = 0;
  @Field('How many of the devices above are cooling down') resting: number = 0;
  @Field('Of the well and degraded ones, how many have used up what they may send') at_limit: number = 0;
  @Field('Devices that get no new messages') draining: number = 0;
  @Field('New, and not in use yet') setup: number = 0;
}

export class SystemView {
  @ApiProperty({ example: '0.1.0' }) version!: string;
  @Field('Version of Node.js', { example: 'v26.1.0' }) node!: string;
  @Field('Host and process that sent this response', { example: 'sandi-1:42' }) instance!: string;
  @Field('When this process started', { type: 'string', format: 'date-time' }) started_at!: string;
  @Field('Seconds since this process started') uptime_seconds!: number;
  @Field('Memory of this process', { type: Memory }) memory!: Memory;
  @Field('State of the database', { type: DatabaseState }) database!: DatabaseState;
  @Field('State of Redis', { type: RedisState }) redis!: RedisState;
  @Field('What waits to be done', { type: Queues }) queues!: Queues;
  @Field('Checks of the ledger', { type: Books }) books!: Books;
  @Field('Devices by their health', { type: DeviceCounts }) devices!: DeviceCounts;
}

class SendMinute {
  @LocalTime('When the minute began') at!: string;
  @Field('Sends that a gateway took') accepted!: number;
  @Field('Sends that a rule refused, such as a daily cap, a limit, the credit or a duplicate')
  refused!: number;
  @Field('Sends that failed at the gateway or in the service, or found no device') failed!: number;
}

class FailureCount {
  @Field('Why they failed', { enum: FAILURE_REASONS }) reason!: FailureReason;
  @Field('In the hours, by UTC, that began since midnight') today!: number;
  @Field('In this hour and the 23 before') last_24_hours!: number;
}

class LowAccount {
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @OrNull('string', undefined, { example: 'toko-budi' }) username!: string | null;
  @ApiProperty({ type: 'integer' }) credit_balance!: number;
  @OrNull('integer', 'Its own; null: none') low_threshold!: number | null;
}

class SetUp {
  @Field('A device in use was seen connected') device_linked!: boolean;
  @Field('PUBLIC_URL is set') public_url!: boolean;
  @Field('SMTP_URL is set') mail!: boolean;
  @Field('ALERT_MAIL_TO or ALERT_WEBHOOK_URL is set') operator_alerts!: boolean;
}

export class OverviewView {
  @Field('Of live keys, the last hour, oldest first; some seconds old', { type: [SendMinute] })
  sends!: SendMinute[];
  @Field('Live messages that failed, the most frequent reason first', { type: [FailureCount] })
  failures!: FailureCount[];
  @Field(
    'Accounts below their threshold, and accounts without one whose balance lasts less than two days at the pace of the last 7. Lowest balance first, at most 10',
    { type: [LowAccount] },
  )
  low_credit!: LowAccount[];
  @Field('What a new service still lacks, as far as it knows', { type: SetUp }) set_up!: SetUp;
}
