import { Entity } from 'typeorm';
import { Count, Flag, KeyRef, KeyText, Moment, Ref, Text } from '../platform/database/index.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { OutcomeStatus } from './status.rules.js';

/** A gateway's callback, or how the recovery ended a message with an unknown outcome. */
export type ReportSource = 'callback' | 'found' | 'never_accepted' | 'expired';

/** A status that was reported after the send: one row per source and status, with the number of repetitions. */
@Entity('message_reports')
export class MessageReport {
  @KeyRef() messageId!: number;
  @KeyText(14) source!: ReportSource;
  @KeyText(10) status!: OutcomeStatus;
  /** Whether the first of them changed the message's status. */
  @Flag() moved!: boolean;
  @Count() times!: number;
  /** Null: it came to the common address, or no device is known. */
  @Ref({ nullable: true }) deviceId!: number | null;
  /** The gateway's words, scrubbed. */
  @Text(300, { nullable: true }) error!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Moment() firstAt!: Date;
  @Moment() lastAt!: Date;
}
