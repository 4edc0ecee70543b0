import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { FromField, ToField } from '../common/http/day-fields.js';
import { Check } from '../common/http/index.js';
import { CursorField, PageOf, PageQuery, toInteger } from '../common/http/page.js';
import type { FailureReason } from '../common/text/failure-reason.js';
import { CorrelationView, REASON, SETTLED, type SettledStatus, type Status, STATUSES } from '../otp/index.js';

const StatusQuery = (statuses: readonly Status[]) =>
  applyDecorators(
    ApiProperty({ required: false, enum: statuses }),
    Check('parameter_invalid', (value) => value === undefined || statuses.includes(value as Status)),
  );

/** What the list of an account leaves out unless it is asked for. */
const IncludeQuery = () =>
  applyDecorators(
    ApiProperty({
      required: false,
      enum: ['pending'],
      description: 'Messages whose outcome is not known yet are listed too; `status=pending`: only those',
    }),
    Check('parameter_invalid', (value) => value === undefined || value === 'pending'),
  );

type Mode = 'live' | 'test';

/** Dashboard users choose between live messages and those of test keys. */
const ModeQuery = () =>
  applyDecorators(
    ApiProperty({ required: false, enum: ['live', 'test'], default: 'live' }),
    Check('parameter_invalid', (value) => value === 'live' || value === 'test'),
  );

class ListQuery extends PageQuery {
  @FromField() from?: string;
  @ToField() to?: string;

  @CursorField('; page is ignored')
  cursor?: number;
}

/** Of API keys: messages whose outcome is known. */
export class HistoryQuery extends ListQuery {
  @StatusQuery(SETTLED) status?: SettledStatus;
}

export class AccountHistoryQuery extends ListQuery {
  @StatusQuery(STATUSES) status?: Status;
  @IncludeQuery() include?: 'pending';
  @ModeQuery() mode: Mode = 'live';
}

/** All pages at once. */
export class ExportQuery {
  @StatusQuery(STATUSES) status?: Status;
  @IncludeQuery() include?: 'pending';
  @FromField() from?: string;
  @ToField() to?: string;
  @ModeQuery() mode: Mode = 'live';
}

export class StatsQuery {
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 90, default: 30 })
  @Transform(toInteger)
  @IsInt()
  @Min(1)
  @Max(90)
  days: number = 30;

  @ModeQuery() mode: Mode = 'live';
}

/** What lists tell of a message, beside its status. */
class MessageItem extends CorrelationView {
  @ApiProperty({ type: 'integer', example: 42 }) id!: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '3EB0AABBCCDDEEFF0011',
    description: 'null when no gateway took the message, or it is not known yet',
  })
  message_id!: string | null;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty({ example: 'Toko Budi' }) company_name!: string;
  @ApiProperty(REASON) reason!: FailureReason | null;
  @ApiProperty({ type: 'integer', example: 200, description: '0 when the credits were given back' })
  credit_used!: number;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
}

const NextCursor = () =>
  ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'For the parameter cursor; null on the last page',
  });

export class HistoryItem extends MessageItem {
  @ApiProperty({ enum: SETTLED }) status!: SettledStatus;
}

export class HistoryPage extends PageOf(HistoryItem) {
  @NextCursor() next_cursor!: number | null;
}

/** Pending ones are there too. */
export class FoundMessage extends MessageItem {
  @ApiProperty({ enum: STATUSES, description: 'pending: the outcome is not known yet' }) status!: Status;
}

export class AccountHistoryPage extends PageOf(FoundMessage) {
  @NextCursor() next_cursor!: number | null;
}

export class Stats {
  @ApiProperty({ type: 'integer', description: 'Messages that are sent or delivered' }) total_sent!: number;
  @ApiProperty({ type: 'integer', description: 'Messages that failed' }) total_failed!: number;
  @ApiProperty({ type: 'integer', description: 'Messages made today, whatever became of them' })
  today_count!: number;
  @ApiProperty({ type: 'integer', description: 'Messages whose code was checked and right' })
  total_converted!: number;
  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 1,
    example: 0.82,
    description: 'total_converted by all messages made; null while there are none',
  })
  conversion_rate!: number | null;
}

export class StatsDay {
  @ApiProperty({ example: '2026-01-31' }) day!: string;
  @ApiProperty({ type: 'integer' }) created!: number;
  @ApiProperty({ type: 'integer' }) sent!: number;
  @ApiProperty({ type: 'integer' }) delivered!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
  @ApiProperty({ type: 'integer' }) converted!: number;
}

export class AccountStats extends Stats {
  @ApiProperty({ type: [StatsDay], description: 'Oldest day first, empty days included' })
  daily!: StatsDay[];
  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 1,
    example: 0.97,
    description:
      'Messages delivered by those sent, delivered and failed on these days; null while there are none',
  })
  delivery_rate!: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    example: 3.2,
    description:
      'Median seconds to delivered, of the last 500 messages on these days; null while there are none',
  })
  median_delivery_seconds!: number | null;
}
