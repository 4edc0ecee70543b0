import { Entity } from 'typeorm';
import { Count, Flag, KeyRef, KeyText, Moment, Ref, Text } from '../platform/database/index.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { SettledStatus } from './status.rules.js';

/** A gateway's callback, or how the recovery settled what the sender left unknown. */
export type ReportSource = 'callback' | 'found' | 'never_accepted' | 'expired';

/** What was told of a message after its send: a row for each source and status, however often it was repeated. */
@Entity('message_reports')
export class MessageReport {
  @KeyRef() messageId!: number;
  @KeyText(14) source!: ReportSource;
  @KeyText(10) status!: SettledStatus;
  /** Whether the first of them moved the message; a repetition never does. */
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
