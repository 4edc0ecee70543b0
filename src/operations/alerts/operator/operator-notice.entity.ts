import { Entity } from 'typeorm';
import { Count, Id, Moment, Ref, Text } from '../../../platform/database/index.js';

export const ALERT_EVENTS = ['began', 'ended'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];
export const NOTICE_CHANNELS = ['mail', 'webhook'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];
/** `given_up`: nobody took it for a day; `withdrawn`: an administrator acknowledged the alert first. */
export const NOTICE_STATES = ['pending', 'told', 'given_up', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/** That an alert began, or ended, on its way to somebody: written in the transaction in which it did. */
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
  /** When it is next tried: while somebody is at it, when that one's lease ends. */
  @Moment() dueAt!: Date;
  @Moment({ nullable: true }) toldAt!: Date | null;
  @Moment() createdAt!: Date;
}
