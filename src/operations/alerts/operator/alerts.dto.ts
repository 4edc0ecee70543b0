import { ApiProperty } from '@nestjs/swagger';
import { PageOf, PageQuery } from '../../../platform/http/page.js';
import { WordField } from '../../../platform/http/shared-fields.js';
import { LocalTime, UtcTime } from '../../../platform/openapi/moments.js';
import { OrNull } from '../../../platform/openapi/or-null.js';
import { ALERT_KINDS, type AlertKind } from './kinds.rules.js';
import {
  ALERT_EVENTS,
  type AlertEvent,
  NOTICE_CHANNELS,
  NOTICE_STATES,
  type NoticeChannel,
  type NoticeState,
} from './operator-notice.entity.js';

const ALERT_STATES = ['open', 'ended'] as const;

export class AlertQuery extends PageQuery {
  @WordField(ALERT_STATES, 'open: still going on') state?: (typeof ALERT_STATES)[number];
}

class NoticeView {
  @ApiProperty({ enum: ALERT_EVENTS, description: '`began`: the alert was raised; `ended`: it is over' })
  event!: AlertEvent;
  @ApiProperty({ enum: NOTICE_CHANNELS, description: 'How the operator is notified' })
  channel!: NoticeChannel;
  @ApiProperty({ example: 'operator@example.com', description: 'Empty for the webhook' }) target!: string;
  @ApiProperty({
    enum: NOTICE_STATES,
    description: 'given_up: not accepted for a day; withdrawn: acknowledged before',
  })
  state!: NoticeState;
  @ApiProperty({ type: 'integer', description: 'Attempts so far' }) attempts!: number;
  @LocalTime({
    nullable: true,
    description: 'When it was delivered; null: not yet',
  })
  told_at!: string | null;
  @UtcTime({ nullable: true }) told_at_utc!: string | null;
}

export class AlertView {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ enum: ALERT_KINDS, description: 'What is wrong' }) kind!: AlertKind;
  @ApiProperty({
    example: 'device:7',
    description: 'device:{id}, top_up:{id}, instance:{host name}, or service',
  })
  subject!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { device: 'otp-01', cause: null },
    description: 'As it was at the beginning; its members depend on kind',
  })
  detail!: object;
  @LocalTime({ description: 'When it began' }) since!: string;
  @UtcTime() since_utc!: string;
  @LocalTime({ nullable: true, description: 'null: still going on' }) ended_at!: string | null;
  @UtcTime({ nullable: true }) ended_at_utc!: string | null;
  @LocalTime({ nullable: true, description: 'null: by nobody' }) acknowledged_at!: string | null;
  @UtcTime({ nullable: true }) acknowledged_at_utc!: string | null;
  @OrNull('string', { example: null, description: 'The username of the administrator who did' })
  acknowledged_by!: string | null;
  @ApiProperty({ type: [NoticeView], description: 'The notifications of this alert' }) notices!: NoticeView[];
}

export class AlertPage extends PageOf(AlertView) {
  @ApiProperty({ type: 'integer', description: 'How many are open and acknowledged by nobody' })
  unacknowledged!: number;
}
