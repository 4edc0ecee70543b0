import { Entity } from 'typeorm';
import { REPORTED_COST_LENGTH_MAX } from '../gateway/index.js';
import { Count, Flag, Id, LongText, Moment, Ref, Text } from '../platform/database/index.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { Status } from './status.rules.js';

@Entity('messages')
export class Message {
  @Id() id!: number;
  /** Ours, unique, set before the gateway is called: the gateway's idempotency key and look-up key. */
  @Text(40) reference!: string;
  /** The account's own id; not unique. */
  @Text(64, { nullable: true }) externalId!: string | null;
  /** The account's own pairs of texts, in JSON. */
  @LongText({ nullable: true }) metadata!: string | null;
  /** The verification whose code it carries. */
  @Text(40, { nullable: true }) verification!: string | null;
  @Ref() userId!: number;
  @Ref() apiKeyId!: number;
  /** False for test keys: not sent, not charged, counted apart. */
  @Flag() livemode!: boolean;
  @Text(10) status!: Status;
  @Ref({ nullable: true }) deviceId!: number | null;
  /** How long the first device took to accept it; other tries have rows. */
  @Count({ nullable: true }) attemptMs!: number | null;
  @Text(255, { nullable: true }) gatewayMessageId!: string | null;
  /** The channel that was tried last. */
  @Text(10, { default: 'whatsapp' }) channel!: Channel;
  /** The channels that its sender named, in order, with commas; null: none. */
  @Text(40, { nullable: true }) channels!: string | null;
  /** The channels before that provably did not send it, as `whatsapp:not_on_whatsapp`, with commas. */
  @Text(120, { nullable: true }) refusedBy!: string | null;
  /** The price of a live message by its channel, in credits. */
  @Count({ default: 200 }) price!: number;
  /** The price, or 0 once refunded. */
  @Count() creditUsed!: number;
  /** What the gateway last reported about its cost; `readReportedCost` reads it. */
  @Text(REPORTED_COST_LENGTH_MAX, { nullable: true }) reportedCost!: string | null;
  /** The database derives `recipient_last4` from it, for searches: the last four characters, if they are digits. */
  @Text(20) recipientMasked!: string;
  /** Blind index of the canonical phone. */
  @Text(64) recipientIndex!: string;
  /** Blind index of account, phone and code: the key of the duplicate window. */
  @Text(64) duplicateIndex!: string;
  @Text(80) companyName!: string;
  /** The gateway's words, scrubbed. */
  @Text(300, { nullable: true }) errorMessage!: string | null;
  /** Of one that failed, or whose outcome is unknown. */
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  /** The local calendar day it counts under. */
  @Text(10) day!: string;
  @Moment() createdAt!: Date;
  /** Until then a pending message belongs to its sender, later to the instance whose recovery has taken it. */
  @Moment() leaseUntil!: Date;
  @Moment({ nullable: true }) sentAt!: Date | null;
  @Moment({ nullable: true }) deliveredAt!: Date | null;
  @Moment({ nullable: true }) failedAt!: Date | null;
  /** The number of codes that were checked against it. */
  @Count({ default: 0 }) checkTries!: number;
  /** When its code was confirmed; once. */
  @Moment({ nullable: true }) convertedAt!: Date | null;
}
