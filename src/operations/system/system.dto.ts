import { ApiProperty } from '@nestjs/swagger';
import { LocalTime, OrNull, UtcTime } from '../../platform/openapi/response-fields.js';
import { FAILURE_REASONS, type FailureReason } from '../../platform/text/failure-reason.js';

class Migrations {
  @ApiProperty({ type: 'integer', description: 'Migrations that are applied' }) applied!: number;
  @ApiProperty({ type: 'integer', description: 'Not applied by this instance yet' }) pending!: number;
}

class DatabaseState {
  @ApiProperty({ enum: ['sqlite', 'mysql'], description: 'Kind of the database; `mysql` for MariaDB too' })
  engine!: 'sqlite' | 'mysql';
  @ApiProperty({ example: '10.11.6-MariaDB', description: 'Version of the database server' })
  version!: string;
  @ApiProperty({ type: 'number', example: 0.4, description: 'Duration of one query in milliseconds' })
  latency_ms!: number;
  @ApiProperty({ type: Migrations, description: 'Migrations of the schema' }) migrations!: Migrations;
}

class RedisState {
  @ApiProperty({ description: 'REDIS_URL is set' }) configured!: boolean;
  @ApiProperty({
    enum: ['up', 'down', 'unused'],
    description: 'down: limits are counted per instance',
  })
  state!: 'up' | 'down' | 'unused';
}

class Queues {
  @ApiProperty({ type: 'integer', description: 'Events not yet dealt out to webhooks' })
  webhook_events!: number;
  @ApiProperty({ type: 'integer', description: 'Deliveries of webhooks that are not over' })
  webhook_deliveries!: number;
  @ApiProperty({
    type: 'integer',
    description: 'How many of these have a webhook that fails or is switched off',
  })
  webhook_deliveries_held!: number;
  @ApiProperty({ type: 'integer', description: 'Callbacks that wait for their message' })
  callbacks!: number;
  @ApiProperty({ type: 'integer', description: 'Messages whose outcome is not known' })
  pending_messages!: number;
}

class Books {
  @ApiProperty({ type: 'integer', description: 'Between two checks by this instance; 0: it makes none' })
  every_seconds!: number;
  @OrNull('string', { format: 'date-time', description: 'The last check by this instance; null: never' })
  last_checked_at!: string | null;
  @OrNull('string', {
    format: 'date-time',
    description: 'The next check by this instance; null: it makes none',
  })
  next_check_at!: string | null;
  @OrNull('integer', { description: 'The rules that were broken then' })
  violations!: number | null;
}

class Memory {
  @ApiProperty({ type: 'integer', description: 'Memory of the process in bytes' }) rss_bytes!: number;
  @ApiProperty({ type: 'integer', description: 'Memory of JavaScript objects in bytes' })
  heap_used_bytes!: number;
}

/**
 * Active devices by health as this instance sees it, how many of them are in cooldown, and those in other
 * states.
 */
export class DeviceCounts {
  @ApiProperty({ type: 'integer', description: 'Devices that work' }) well: number = 0;
  @ApiProperty({ type: 'integer', description: 'Devices whose messages go without reports' })
  degraded: number = 0;
  @ApiProperty({ type: 'integer', description: 'Devices that have not accepted their last messages' })
  failing: number = 0;
  @ApiProperty({ type: 'integer', description: 'Devices with a template that Meta refuses' })
  template_blocked: number = 0;
  @ApiProperty({ type: 'integer', description: 'Devices that WhatsApp restricts' }) restricted: number = 0;
  @ApiProperty({
    type: 'integer',
    description: 'Devices whose gateway cannot be reached or has lost its connection',
  })
  disconnected: number = 0;
  @ApiProperty({ type: 'integer', description: 'Devices without a linked phone' }) not_linked: number = 0;
  @ApiProperty({ type: 'integer', description: 'How many of the devices above are cooling down' })
  resting: number = 0;
  @ApiProperty({
    type: 'integer',
    description: 'Of the well and degraded ones, how many have used up what they may send',
  })
  at_limit: number = 0;
  @ApiProperty({ type: 'integer', description: 'Devices that get no new messages' }) draining: number = 0;
  @ApiProperty({ type: 'integer', description: 'New, and not in use yet' }) setup: number = 0;
}

export class SystemView {
  @ApiProperty({ example: '0.1.0' }) version!: string;
  @ApiProperty({ example: 'v26.1.0', description: 'Version of Node.js' }) node!: string;
  @ApiProperty({ example: 'sandi-1:42', description: 'Host and process that sent this response' })
  instance!: string;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When this process started' })
  started_at!: string;
  @ApiProperty({ type: 'integer', description: 'Seconds since this process started' })
  uptime_seconds!: number;
  @ApiProperty({ type: Memory, description: 'Memory of this process' }) memory!: Memory;
  @ApiProperty({ type: DatabaseState, description: 'State of the database' }) database!: DatabaseState;
  @ApiProperty({ type: RedisState, description: 'State of Redis' }) redis!: RedisState;
  @ApiProperty({ type: Queues, description: 'What waits to be done' }) queues!: Queues;
  @ApiProperty({ type: Books, description: 'Checks of the ledger' }) books!: Books;
  @ApiProperty({ type: DeviceCounts, description: 'Devices by their health' }) devices!: DeviceCounts;
}

class SendMinute {
  @LocalTime({ description: 'When the minute began' }) at!: string;
  @UtcTime() at_utc!: string;
  @ApiProperty({ type: 'integer', description: 'Sends that a gateway took' }) accepted!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Sends that a rule refused, such as a daily cap, a limit, the credit or a duplicate',
  })
  refused!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Sends that failed at the gateway or in the service, or found no device',
  })
  failed!: number;
}

class FailureCount {
  @ApiProperty({ enum: FAILURE_REASONS, description: 'Why they failed' }) reason!: FailureReason;
  @ApiProperty({ type: 'integer', description: 'In the hours, by UTC, that began since midnight' })
  today!: number;
  @ApiProperty({ type: 'integer', description: 'In this hour and the 23 before' }) last_24_hours!: number;
}

class LowAccount {
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @OrNull('string', { example: 'toko-budi' }) username!: string | null;
  @ApiProperty({ type: 'integer' }) credit_balance!: number;
  @OrNull('integer', { description: 'Its own; null: none' })
  low_threshold!: number | null;
}

class SetUp {
  @ApiProperty({ description: 'A device in use was seen connected' }) device_linked!: boolean;
  @ApiProperty({ description: 'PUBLIC_URL is set' }) public_url!: boolean;
  @ApiProperty({ description: 'SMTP_URL is set' }) mail!: boolean;
  @ApiProperty({ description: 'ALERT_MAIL_TO or ALERT_WEBHOOK_URL is set' }) operator_alerts!: boolean;
}

export class OverviewView {
  @ApiProperty({
    type: [SendMinute],
    description: 'Of live keys, the last hour, oldest first; some seconds old',
  })
  sends!: SendMinute[];
  @ApiProperty({
    type: [FailureCount],
    description: 'Live messages that failed, the most frequent reason first',
  })
  failures!: FailureCount[];
  @ApiProperty({
    type: [LowAccount],
    description:
      'Accounts below their threshold, and accounts without one whose balance lasts less than two days at the pace of the last 7. Lowest balance first, at most 10',
  })
  low_credit!: LowAccount[];
  @ApiProperty({ type: SetUp, description: 'What a new service still lacks, as far as it knows' })
  set_up!: SetUp;
}
