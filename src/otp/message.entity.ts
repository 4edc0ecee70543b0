import { Entity } from 'typeorm';
import { Count, Flag, Id, LongText, Moment, Ref, Text } from '../platform/database/index.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { Status } from './status.rules.js';

@Entity('messages')
export class Message {
  @Id() id!: number;
  /** Ours, unique, known before the gateway is called: its idempotency key and look-up key. */
  @Text(40) reference!: string;
  /** The account's own name for it; several messages may have the same. */
  @Text(64, { nullable: true }) externalId!: string | null;
  /** The account's own notes: pairs of texts, in JSON. */
  @LongText({ nullable: true }) metadata!: string | null;
  /** The verification whose code it carries. */
  @Text(40, { nullable: true }) verification!: string | null;
  @Ref() userId!: number;
  @Ref() apiKeyId!: number;
  /** False for test keys: not sent, not charged, not counted with the rest. */
  @Flag() livemode!: boolean;
  @Text(10) status!: Status;
  @Ref({ nullable: true }) deviceId!: number | null;
  /** How long its device took to accept it, where the first one did; other tries have rows of their own. */
  @Count({ nullable: true }) attemptMs!: number | null;
  @Text(255, { nullable: true }) gatewayMessageId!: string | null;
  /** 200, or 0 once refunded. */
  @Count() creditUsed!: number;
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
  /** Until then the sender of a pending message works on it, later the instance whose recovery has claimed it. */
  @Moment() leaseUntil!: Date;
  @Moment({ nullable: true }) sentAt!: Date | null;
  @Moment({ nullable: true }) deliveredAt!: Date | null;
  @Moment({ nullable: true }) failedAt!: Date | null;
  /** How many codes were checked against it, the right one too. */
  @Count({ default: 0 }) checkTries!: number;
  /** When its code was checked and right; that happens once. */
  @Moment({ nullable: true }) convertedAt!: Date | null;
}
