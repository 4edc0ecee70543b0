import { ApiProperty } from '@nestjs/swagger';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { FAILURE_REASONS, type FailureReason } from '../../platform/text/failure-reason.js';

class Migrations {
  @Field('Migrations that are applied') applied!: number;
  @Field('Migrations that this instance has not applied yet') pending!: number;
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
  @Field('Events that are not yet assigned to webhooks') webhook_events!: number;
  @Field('Deliveries to webhooks that are not finished') webhook_deliveries!: number;
  @Field('How many of these have a webhook that fails or is switched off') webhook_deliveries_held!: number;
  @Field('Callbacks that wait for their message') callbacks!: number;
  @Field('Messages whose outcome is not known') pending_messages!: number;
}

class Books {
  @Field('Seconds between two audits by this instance; 0: it makes none') every_seconds!: number;
  @OrNull('string', 'Last audit by this instance; null: never', { format: 'date-time' })
  last_checked_at!: string | null;
  @OrNull('string', 'Next audit by this instance; null: it makes none', { format: 'date-time' })
  next_check_at!: string | null;
  @OrNull('integer', 'Number of invariants that were broken then') violations!: number | null;
}

class Memory {
  @Field('Memory of the process in bytes') rss_bytes!: number;
  @Field('Memory of JavaScript objects in bytes') heap_used_bytes!: number;
}

/** Counts of devices: active ones by the health that this instance sees, those in cooldown, and those not active. */
export class DeviceCounts {
  @Field('Devices that work') well: number = 0;
  @Field('Devices that accept messages, but whose reports are missing') degraded: number = 0;
  @Field('Devices that have not accepted their last messages') failing: number = 0;
  @Field('Devices with a template that Meta rejected') template_blocked: number = 0;
  @Field('Devices that WhatsApp restricts') restricted: number = 0;
  @Field('Devices whose gateway cannot be reached or has lost its connection') disconnected: number = 0;
  @Field('Devices without a linked phone') not_linked: number = 0;
  @Field('Number of the devices above that are in a cooldown') resting: number = 0;
  @Field('Well and degraded devices that have used up a limit') at_limit: number = 0;
  @Field('Devices that get no new messages') draining: number = 0;
  @Field('New devices that are not in use yet') setup: number = 0;
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
  @Field('Backlogs of the service', { type: Queues }) queues!: Queues;
  @Field('Audits of the ledger', { type: Books }) books!: Books;
  @Field('Devices by their health', { type: DeviceCounts }) devices!: DeviceCounts;
}

class SendMinute {
  @LocalTime('When the minute began') at!: string;
  @Field('Sends that a gateway accepted') accepted!: number;
  @Field('Sends that a rule refused, such as a daily cap, a limit, the credit or a duplicate')
  refused!: number;
  @Field('Sends that failed at the gateway or in the service, or found no device') failed!: number;
}

class FailureCount {
  @Field('Why the messages failed', { enum: FAILURE_REASONS }) reason!: FailureReason;
  @Field('In the UTC hours that began since midnight') today!: number;
  @Field('In this hour and the 23 before') last_24_hours!: number;
}

class LowAccount {
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @OrNull('string', undefined, { example: 'toko-budi' }) username!: string | null;
  @ApiProperty({ type: 'integer' }) credit_balance!: number;
  @OrNull('integer', 'Threshold of the account; null: none') low_threshold!: number | null;
}

class SetUp {
  @Field('A device in use has been connected') device_linked!: boolean;
  @Field('PUBLIC_URL is set') public_url!: boolean;
  @Field('SMTP_URL is set') mail!: boolean;
  @Field('ALERT_MAIL_TO or ALERT_WEBHOOK_URL is set') operator_alerts!: boolean;
}

export class OverviewView {
  @Field('Sends of live keys in the last hour, oldest first; the figures may be some seconds old', {
    type: [SendMinute],
  })
  sends!: SendMinute[];
  @Field('Live messages that failed, the most frequent reason first', { type: [FailureCount] })
  failures!: FailureCount[];
  @Field(
    'Accounts below their threshold, and accounts without one whose balance lasts less than two days at the pace of the last 7. Lowest balance first, at most 10',
    { type: [LowAccount] },
  )
  low_credit!: LowAccount[];
  @Field('Set-up steps of a new service; true: done', { type: SetUp }) set_up!: SetUp;
}
