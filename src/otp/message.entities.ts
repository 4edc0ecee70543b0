import { Entity, PrimaryColumn } from 'typeorm';
import { REPORTED_COST_LENGTH_MAX } from '../gateway/index.js';
import {
  Count,
  Flag,
  Id,
  KeyRef,
  KeyText,
  LongText,
  Moment,
  Money,
  Ref,
  Text,
} from '../platform/database/index.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { OutcomeStatus, Status } from './status.rules.js';

@Entity('messages')
export class Message {
  @Id() id!: number;
  /** Ours, unique, set before the gateway is called: the gateway's idempotency key and look-up key. */
  @Text(40) reference!: string;
  /** The account's own id; not unique. */
  @Text(64, { nullable: true }) externalId!: string | null;
  /** The account's own pairs of texts, in JSON. */
  @LongText({ nullable: true }) metadata!: string | null;
  @Text(40, { nullable: true }) verification!: string | null;
  @Ref() userId!: number;
  @Ref() apiKeyId!: number;
  /** False for test keys: not sent, not charged, counted apart. */
  @Flag() livemode!: boolean;
  @Text(10) status!: Status;
  @Ref({ nullable: true }) deviceId!: number | null;
  /** How long the first device took to accept the message. Other attempts are rows of `message_attempts`. */
  @Count({ nullable: true }) attemptMs!: number | null;
  @Text(255, { nullable: true }) gatewayMessageId!: string | null;
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
  /** The gateway's text without phones, codes and tokens. */
  @Text(300, { nullable: true }) errorMessage!: string | null;
  /** Why it failed, or why its outcome is unknown. */
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  /** The local calendar day it counts under. */
  @Text(10) day!: string;
  @Moment() createdAt!: Date;
  /** The lease: until then a pending message belongs to its sender, or to the instance that is recovering it. */
  @Moment() leaseUntil!: Date;
  @Moment({ nullable: true }) sentAt!: Date | null;
  @Moment({ nullable: true }) deliveredAt!: Date | null;
  @Moment({ nullable: true }) failedAt!: Date | null;
  @Count({ default: 0 }) checkTries!: number;
  /** When its code was confirmed; once. */
  @Moment({ nullable: true }) convertedAt!: Date | null;
}

@Entity('message_attempts')
export class MessageAttempt {
  @Id() id!: number;
  @Ref() messageId!: number;
  @Ref() deviceId!: number;
  @Text(10, { default: 'whatsapp' }) channel!: Channel;
  @Text(10) outcome!: 'accepted' | 'refused' | 'unknown';
  /** The gateway's text without phones, codes and tokens. */
  @Text(300, { nullable: true }) reason!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Count() durationMs!: number;
  @Moment() createdAt!: Date;
}

/** A gateway's callback, or how the recovery ended a message with an unknown outcome. */
export type ReportSource = 'callback' | 'found' | 'never_accepted' | 'expired';

/** A status that was reported after the send: one row per source and status, with the number of repetitions. */
@Entity('message_reports')
export class MessageReport {
  @KeyRef() messageId!: number;
  @KeyText(14) source!: ReportSource;
  @KeyText(10) status!: OutcomeStatus;
  /** Whether the first of these reports changed the message's status. */
  @Flag() moved!: boolean;
  @Count() times!: number;
  /** Null: it came to the callback URL that devices share, or no device is known. */
  @Ref({ nullable: true }) deviceId!: number | null;
  /** The gateway's text without phones, codes and tokens. */
  @Text(300, { nullable: true }) error!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Moment() firstAt!: Date;
  @Moment() lastAt!: Date;
}

/**
 * An account's messages of one local day by their present status; updated with every change and never recounted.
 * Purged messages stay in these counts, and are counted again in the `purged` columns: the difference is what is still
 * stored.
 */
@Entity('message_counters')
export class MessageCounter {
  @KeyRef() userId!: number;
  @PrimaryColumn({ type: 'tinyint' }) livemode!: number;
  @KeyText(10) day!: string;
  @Count({ default: 0 }) sent!: number;
  @Count({ default: 0 }) delivered!: number;
  @Count({ default: 0 }) failed!: number;
  /** Messages whose code was checked and right, in any status. */
  @Count({ default: 0 }) converted!: number;
  /** Changes of a price paid or a reported cost without a new status, which the counts above do not show. */
  @Count({ default: 0 }) repriced!: number;
  @Count({ default: 0 }) purgedSent!: number;
  @Count({ default: 0 }) purgedDelivered!: number;
  @Count({ default: 0 }) purgedFailed!: number;
  @Count({ default: 0 }) purgedConverted!: number;
}

/** A callback that waits for its message: it may arrive before the response to the send. */
@Entity('gateway_inbox')
export class InboxEntry {
  @Id() id!: number;
  /** Null: it came to the callback URL that devices share. */
  @Ref({ nullable: true }) deviceId!: number | null;
  @Text(255) gatewayMessageId!: string;
  /** Our own reference, where the gateway echoes it. */
  @Text(40, { nullable: true }) reference!: string | null;
  @Text(10) status!: 'sent' | 'delivered' | 'failed';
  /** The gateway's text without phones, codes and tokens. */
  @Text(300, { nullable: true }) error!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Text(REPORTED_COST_LENGTH_MAX, { nullable: true }) reportedCost!: string | null;
  @Moment() receivedAt!: Date;
}

/** While it exists and has not expired, its account cannot send the same code to the same phone. */
@Entity('duplicate_windows')
export class DuplicateWindow {
  @KeyText(64) duplicateIndex!: string;
  @Text(40) reference!: string;
  @Moment() expiresAt!: Date;
}

/** How many messages a capped API key and its rotations created on one local day. */
@Entity('api_key_usage')
export class ApiKeyUsage {
  @KeyRef() apiKeyId!: number;
  @KeyText(10) day!: string;
  @Count() sends!: number;
}

/** The `deviceId` of {@link DeliveryAfterRefund} if the device is unknown. */
export const UNKNOWN_DEVICE = 0;

/** Messages of an account that a device delivered on a local day after their refund. */
@Entity('free_deliveries')
export class DeliveryAfterRefund {
  @KeyRef() userId!: number;
  @KeyRef() deviceId!: number;
  @KeyText(10) day!: string;
  @Count() deliveries!: number;
  @Money({ default: 0 }) credits!: number;
}

/** A live message that failed because its number has no WhatsApp. */
@Entity('not_on_whatsapp')
export class NotOnWhatsapp {
  @KeyRef() messageId!: number;
  @Ref() userId!: number;
  @Moment() createdAt!: Date;
}

/** A later status of a test message; deleted when it is applied. */
@Entity('test_steps')
export class ScheduledStatus {
  @Id() id!: number;
  @Ref() messageId!: number;
  /** The gateway's id in the report. */
  @Text(60) gatewayMessageId!: string;
  @Text(10) status!: OutcomeStatus;
  @Text(300, { nullable: true }) error!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Moment() dueAt!: Date;
}
