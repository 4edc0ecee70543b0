import { Entity } from 'typeorm';
import { Count, Id, Json, Moment, Ref, Text } from '../../../platform/database/index.js';
import type { AlertCondition, AlertKind } from './alert-kinds.rules.js';

@Entity('operator_alerts')
export class OperatorAlert {
  @Id() id!: number;
  @Text(40) kind!: AlertKind;
  /** Such as `device:7`, or `service`. */
  @Text(60) subject!: string;
  /** Kind and subject; unique, null after the end. */
  @Text(110, { nullable: true }) openKey!: string | null;
  /** The detail when it began. */
  @Json() detail!: AlertCondition['detail'];
  @Moment() since!: Date;
  /** When an instance last observed it, to within a quarter of ALERT_AFTER_SECONDS. */
  @Moment() seenAt!: Date;
  /** When it had held long enough; null: not yet, nobody was notified. */
  @Moment({ nullable: true }) begunAt!: Date | null;
  @Moment({ nullable: true }) endedAt!: Date | null;
  /** When an administrator acknowledged it: no more notices. */
  @Moment({ nullable: true }) acknowledgedAt!: Date | null;
  @Ref({ nullable: true }) acknowledgedBy!: number | null;
}

export const ALERT_EVENTS = ['began', 'ended'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];
export const NOTICE_CHANNELS = ['mail', 'webhook'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
/** `given_up`: not accepted for a day; `withdrawn`: the alert was acknowledged first. */
export const NOTICE_STATES = ['pending', 'told', 'given_up', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** One notice to one target, stored in the transaction of the alert. */
@Entity('operator_notices')
export class OperatorNotice {
  @Id() id!: number;
  /** The `webhook-id` of every attempt. */
  @Text(40) reference!: string;
  @Ref() alertId!: number;
  @Text(10) event!: AlertEvent;
  @Text(10) channel!: NoticeChannel;
  /** The address of a mail; empty for the webhook. */
  @Text(255) target!: string;
  @Text(10) state!: NoticeState;
  @Count() attempts!: number;
  /** When it is sent next; during an attempt: when the lease ends. */
  @Moment() dueAt!: Date;
  @Moment({ nullable: true }) toldAt!: Date | null;
  @Moment() createdAt!: Date;
}
