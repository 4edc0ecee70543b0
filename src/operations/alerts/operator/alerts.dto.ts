import { ApiProperty } from '@nestjs/swagger';
import { IdField, PageOf, PageQuery, WordField } from '../../../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../../../platform/openapi/response-fields.js';
import type { AlertKind } from './alert-kinds.rules.js';
import { ALERT_KINDS } from './alert-mail.rules.js';
import {
  ALERT_EVENTS,
  type AlertEvent,
  NOTICE_CHANNELS,
  NOTICE_STATES,
  type NoticeChannel,
  type NoticeState,
} from './operator-alert.entity.js';

const ALERT_STATES = ['open', 'ended'] as const;

export class AlertQuery extends PageQuery {
  @WordField(ALERT_STATES, 'open: only alerts that have not ended') state?: (typeof ALERT_STATES)[number];
}

class NoticeView {
  @Field('`began`: the alert began; `ended`: the alert ended', { enum: ALERT_EVENTS }) event!: AlertEvent;
  @Field('How the operator is notified', { enum: NOTICE_CHANNELS }) channel!: NoticeChannel;
  @Field('Mail address of the operator; empty for the webhook', { example: 'operator@example.com' })
  target!: string;
  @Field('given_up: not accepted for a day; withdrawn: the alert was acknowledged before', {
    enum: NOTICE_STATES,
  })
  state!: NoticeState;
  @Field('Attempts so far') attempts!: number;
  @LocalTimeOrNull('When it was delivered; null: not yet') told_at!: string | null;
}

export class AlertView {
  @ApiProperty({ type: 'integer' }) id!: number;
  @Field('What is wrong', { enum: ALERT_KINDS }) kind!: AlertKind;
  @Field('device:{id}, top_up:{id}, payment:{id}, instance:{host name}, or service', { example: 'device:7' })
  subject!: string;
  @Field('Details from the beginning of the alert; its members depend on kind', {
    type: 'object',
    additionalProperties: true,
    example: { device: 'otp-01', cause: null },
  })
  detail!: object;
  @LocalTime('When it began') since!: string;
  @LocalTimeOrNull('null: it has not ended') ended_at!: string | null;
  @LocalTimeOrNull('null: nobody has acknowledged it') acknowledged_at!: string | null;
  @OrNull('string', 'Username of the administrator who acknowledged it', { example: null })
  acknowledged_by!: string | null;
  @Field('The notifications of this alert', { type: [NoticeView] }) notices!: NoticeView[];
}

export class AlertPage extends PageOf(AlertView) {
  @Field('Number of open alerts that nobody has acknowledged') unacknowledged!: number;
}

/** The alerts about devices, and their names in the device API. */
export const DEVICE_ALERTS = {
  device_disconnected: 'disconnected',
  device_restricted: 'restricted',
  device_failing: 'failing',
  device_degraded: 'degraded',
  template_blocked: 'template_blocked',
  device_new_chats: 'new_chats',
  free_deliveries: 'free_deliveries',
} as const satisfies Partial<Record<AlertKind, string>>;

export type DeviceAlertKind = (typeof DEVICE_ALERTS)[keyof typeof DEVICE_ALERTS];

export class DeviceAlertQuery extends PageQuery {
  @IdField('Only alerts of this device') device_id?: number;
}

export class DeviceAlertItem {
  @Field('As in GET /api/admin/alerts') id!: number;
  @Field('The device that it is about') device_id!: number;
  @Field(
    'The `health` of a device; new_chats: WhatsApp’s second warning about its quota of new chats; free_deliveries: it delivered refunded messages',
    { enum: Object.values(DEVICE_ALERTS) },
  )
  kind!: DeviceAlertKind;
  @Field('Details, in English', { example: '5 messages without acknowledgement' }) detail!: string;
  @OrNull('integer', 'How many messages were not accepted, had no report, or were delivered after a refund', {
    example: 5,
  })
  messages!: number | null;
  @OrNull('string', 'The words of the gateway, with disconnected, failing and template_blocked', {
    example: null,
  })
  cause!: string | null;
  @LocalTimeOrNull('With restricted and new_chats: when it ends') until!: string | null;
  @LocalTime('When it began') raised_at!: string;
  @LocalTimeOrNull('null: it has not ended') ended_at!: string | null;
}

export class DeviceAlertPage extends PageOf(DeviceAlertItem) {}
