import { Entity } from 'typeorm';
import type { Mode } from '../platform/access/modes.rules.js';
import { Count, Flag, Id, Json, Moment, Ref, Text } from '../platform/database/index.js';
import type { EventType } from './event.js';

/** Why the service switched an endpoint off: it answered 410, or nothing but failures for WEBHOOK_DISABLE_DAYS. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Where an account wants its events. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(2048) url!: string;
  /** Null: all, also types that will be added later. */
  @Json({ nullable: true }) events!: EventType[] | null;
  /** Whose events it takes: those of live or of test messages; null: of both. */
  @Text(4, { nullable: true }) mode!: Mode | null;
  /** Sealed. */
  @Text(255) secret!: string;
  /** Sealed; signs beside the new one for a while after a rotation. */
  @Text(255, { nullable: true }) oldSecret!: string | null;
  @Moment({ nullable: true }) oldSecretUntil!: Date | null;
  /** An endpoint that is not active gets no new deliveries; those that wait go on waiting. */
  @Flag() active!: boolean;
  @Text(10, { nullable: true }) disabledReason!: DisabledReason | null;
  /** The first of the failures since the last success. */
  @Moment({ nullable: true }) failingSince!: Date | null;
  /** How many attempts have failed since then. */
  @Count({ default: 0 }) failures!: number;
  /** The number of its record: a new URL, and switching it on or off, begin a clean one. */
  @Count({ default: 0 }) record!: number;
  /** When it was first called in this record; null: not yet. */
  @Moment({ nullable: true }) calledAt!: Date | null;
  /** When its owner was last mailed of its failures; null: there were none, or they are over. */
  @Moment({ nullable: true }) alarmedAt!: Date | null;
  /** Until when it asked to be left alone (Retry-After). */
  @Moment({ nullable: true }) pausedUntil!: Date | null;
  @Moment() createdAt!: Date;
  /**
   * From this moment on the books expect an event for all that happens: a minute after it became active, since the
   * clocks of instances differ. Null: they expect none.
   */
  @Moment({ nullable: true }) owedFrom!: Date | null;
  /** Deleted endpoints keep their row: the story of a message names them. */
  @Moment({ nullable: true }) deletedAt!: Date | null;
}
