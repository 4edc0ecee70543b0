import { ApiProperty } from '@nestjs/swagger';
import { LocalTime, UtcTime } from '../../platform/openapi/moments.js';
import { OrNull } from '../../platform/openapi/or-null.js';
import { FAILURE_REASONS, type FailureReason } from '../../platform/text/failure-reason.js';

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
  @OrNull('integer', { description: 'Of its own; null where it has none' })
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
      'Accounts below their own threshold, and those without one whose balance lasts less than two days at the pace of the last 7; the poorest first, at most 10',
  })
  low_credit!: LowAccount[];
  @ApiProperty({ type: SetUp, description: 'What a new service still lacks, as far as it knows' })
  set_up!: SetUp;
}
