import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { FromField, ToField } from '../common/http/day-fields.js';
import { Check, isOptionalId } from '../common/http/index.js';
import { CursorField, CursorPageOf, PageQuery, toInteger } from '../common/http/page.js';
import type { FailureReason } from '../common/text/failure-reason.js';
import { REASON, type Status, STATUSES } from '../otp/index.js';
import { BrandQuery, NarrowedPageOf, ReasonQuery, SortQuery } from './history.dto.js';

export class AdminMessageQuery extends PageQuery {
  @ApiProperty({ required: false, type: 'integer', minimum: 1 })
  @Transform(toInteger)
  @Check('parameter_invalid', isOptionalId)
  user_id?: number;

  @ApiProperty({ required: false, enum: STATUSES })
  @Check('parameter_invalid', (value) => value === undefined || STATUSES.includes(value as Status))
  status?: Status;

  @ApiProperty({ required: false, type: 'integer', minimum: 1, description: 'The device that has it' })
  @Transform(toInteger)
  @Check('parameter_invalid', isOptionalId)
  device_id?: number;

  @BrandQuery() brand?: string;
  @ReasonQuery() reason?: FailureReason;
  @FromField() from?: string;
  @ToField() to?: string;
  @SortQuery() sort: 'newest' | 'oldest' = 'newest';
  @CursorField() cursor?: number;
}

export class AdminMessageItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ example: 'otp_01J9Z3…' }) reference!: string;
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'Of that account' }) username!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) device_id!: number | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The name of that device; null when it was deleted',
  })
  device!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) message_id!: string | null;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty() company_name!: string;
  @ApiProperty({ enum: STATUSES }) status!: Status;
  @ApiProperty({ type: 'integer' }) credit_used!: number;
  @ApiProperty() livemode!: boolean;
  @ApiProperty({ type: 'string', nullable: true }) error_message!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
}

export class AdminMessagePage extends NarrowedPageOf(AdminMessageItem) {}
export class AdminFoundMessages extends CursorPageOf(AdminMessageItem) {}
