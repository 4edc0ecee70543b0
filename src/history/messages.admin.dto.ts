import { ApiProperty } from '@nestjs/swagger';
import { MessageCost } from '../costs/index.js';
import { CHANNEL, ChannelAttemptView, REASON, type Status, STATUS_ABOUT, STATUSES } from '../otp/index.js';
import { type Mode, MODES } from '../platform/access/modes.rules.js';
import {
  CursorField,
  CursorPageOf,
  FromField,
  IdField,
  PageQuery,
  ToField,
  WordField,
} from '../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../platform/openapi/response-fields.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import { BrandQuery, KeyQuery, NarrowedPageOf, PrefixQuery, ReasonQuery, SortQuery } from './history.dto.js';

export class AdminMessageQuery extends PageQuery {
  @IdField() user_id?: number;
  @WordField(STATUSES, 'Only messages with this status') status?: Status;
  @IdField('Only messages of this device') device_id?: number;
  @WordField(MODES, 'Only messages of this mode; both by default') mode?: Mode;
  @KeyQuery() key?: number;
  @BrandQuery() brand?: string;
  @ReasonQuery() reason?: FailureReason;
  @PrefixQuery() prefix?: string;
  @FromField() from?: string;
  @ToField() to?: string;
  @SortQuery() sort: 'newest' | 'oldest' = 'newest';
  @CursorField() cursor?: number;
}

export class AdminMessageItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @Field('Our id of the message', { example: 'otp_01J9Z3…' }) reference!: string;
  @ApiProperty({ type: 'integer' }) user_id!: number;
  @OrNull('string', 'Username of the account') username!: string | null;
  @OrNull('integer') device_id!: number | null;
  @OrNull('string', 'Name of the device; null: it was deleted') device!: string | null;
  @OrNull('string', 'Id of the message at the gateway; null: not known') message_id!: string | null;
  @OrNull('string', 'The verification whose code the message carries') verification_id!: string | null;
  @ApiProperty({ example: '6281****7890' }) recipient!: string;
  @ApiProperty() company_name!: string;
  @Field(STATUS_ABOUT, { enum: STATUSES }) status!: Status;
  @ApiProperty(CHANNEL) channel!: Channel;
  @Field('The channels that were tried, in order', { type: [ChannelAttemptView] })
  attempts!: ChannelAttemptView[];
  @ApiProperty({ type: 'integer' }) credit_used!: number;
  @Field('Cost for the operator; null: not known, no outcome yet, or a message of a test key', {
    type: MessageCost,
    nullable: true,
  })
  cost!: MessageCost | null;
  @ApiProperty() livemode!: boolean;
  @OrNull('string', 'The gateway’s own words; null: no error') error_message!: string | null;
  @ApiProperty(REASON) reason!: FailureReason | null;
  @LocalTime() created_at!: string;
}

export class AdminMessagePage extends NarrowedPageOf(AdminMessageItem) {}
export class AdminFoundMessages extends CursorPageOf(AdminMessageItem) {}
