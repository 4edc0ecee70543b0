import { Entity } from 'typeorm';
import type { Mode } from '../platform/access/modes.rules.js';
import { Count, Flag, Id, Json, Moment, Ref, Text } from '../platform/database/index.js';
import type { EventType } from './webhook-events.js';

/** `gone`: the response was 410; `failing`: all attempts failed for WEBHOOK_DISABLE_DAYS. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A webhook of an account. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(2048) url!: string;
  /** Null: all, including future types. */
  @Json({ nullable: true }) events!: EventType[] | null;
  /** Null: live and test events. */
  @Text(4, { nullable: true }) mode!: Mode | null;
  /** Sealed. */
  @Text(255) secret!: string;
  /** Sealed; also signs for a while after a rotation. */
  @Text(255, { nullable: true }) oldSecret!: string | null;
  @Moment({ nullable: true }) oldSecretUntil!: Date | null;
  /** An inactive endpoint gets no new deliveries; pending ones wait. */
  @Flag() active!: boolean;
  @Text(10, { nullable: true }) disabledReason!: DisabledReason | null;
  /** First failure since the last success. */
  @Moment({ nullable: true }) failingSince!: Date | null;
  /** Failed attempts since then. */
  @Count({ default: 0 }) failures!: number;
  /** Number of the record: a new URL and activation start a clean one. */
  @Count({ default: 0 }) record!: number;
  /** First call in this record; null: none yet. */
  @Moment({ nullable: true }) calledAt!: Date | null;
  /** When the owner was last mailed about failures; null: no open failure. */
  @Moment({ nullable: true }) alarmedAt!: Date | null;
  /** Pause requested by Retry-After. */
  @Moment({ nullable: true }) pausedUntil!: Date | null;
  @Moment() createdAt!: Date;
  /**
   * From then on the ledger audit expects events: a minute after activation, since clocks differ. Null: none.
   */
  @Moment({ nullable: true }) owedFrom!: Date | null;
  /** Deleted endpoints keep their row: timelines refer to them. */
  @Moment({ nullable: true }) deletedAt!: Date | null;
}
