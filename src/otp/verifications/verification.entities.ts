import { Entity } from 'typeorm';
import { Count, Flag, Id, LongText, Moment, Money, Ref, Text } from '../../platform/database/index.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import type { VerificationStatus } from './verification.rules.js';

/** Verifies a phone by a code that we generate and send. Only a fingerprint of the code is stored. */
@Entity('verifications')
export class Verification {
  @Id() id!: number;
  /** Ours, unique: the `verification_id`. */
  @Text(40) reference!: string;
  @Ref() userId!: number;
  @Flag() livemode!: boolean;
  /** The message with the present code. */
  @Ref() messageId!: number;
  @Text(10) status!: VerificationStatus;
  /** Blind index of the canonical phone. */
  @Text(64) recipientIndex!: string;
  /** Blind index of its reference and the present code. */
  @Text(64) codeIndex!: string;
  @Text(2) language!: Language;
  @Count() codeLength!: number;
  @Count() ttlSeconds!: number;
  /** How many wrong codes are left until it fails. */
  @Count() attemptsLeft!: number;
  @Count({ default: 0 }) resends!: number;
  /** After so long without a `delivered` report, a new code is sent by the next channel; null: none is. */
  @Count({ nullable: true }) fallbackSeconds!: number | null;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
  @Moment({ nullable: true }) endedAt!: Date | null;
  /** Set if the present code was a resend: the previous code, its message and its expiry, to restore them. */
  @Text(64, { nullable: true }) previousCodeIndex!: string | null;
  @Ref({ nullable: true }) previousMessageId!: number | null;
  @Moment({ nullable: true }) previousExpiresAt!: Date | null;
}

/** A wait for a `delivered` report of a code, and then the new code that was sent by the next channel. */
@Entity('verification_fallbacks')
export class VerificationFallback {
  @Id() id!: number;
  /** The `verification_id`. */
  @Text(40) verification!: string;
  /** Unique: the message with the previous code, which checks accept beside the new one. */
  @Ref() afterMessageId!: number;
  /** Blind index of the previous code. */
  @Text(64) afterCodeIndex!: string;
  /** The recipient's phone, encrypted; null once the wait has ended. */
  @Text(120, { nullable: true }) phone!: string | null;
  /** The end of the wait, or of the lease of the process that sends; null once the wait has ended. */
  @Moment({ nullable: true }) dueAt!: Date | null;
  /** The message with the new code; null: none was sent. */
  @Ref({ nullable: true }) messageId!: number | null;
}

/** Verifies a phone by a text that its user sends to one of our devices. Only a fingerprint of the text is stored. */
@Entity('inbound_verifications')
export class InboundVerification {
  @Id() id!: number;
  /** Ours, unique: the `verification_id`. */
  @Text(40) reference!: string;
  @Ref() userId!: number;
  /** The key that created it; null in rows from before this column. */
  @Ref({ nullable: true }) apiKeyId!: number | null;
  @Flag() livemode!: boolean;
  /** The device whose number the user got; null for test keys. */
  @Ref({ nullable: true }) deviceId!: number | null;
  @Text(10) status!: VerificationStatus;
  /** Blind index of the canonical phone. */
  @Text(64) recipientIndex!: string;
  @Text(20) recipientMasked!: string;
  /** Blind index of the whole text, which contains the token. */
  @Text(64) textIndex!: string;
  @Text(80) companyName!: string;
  @Text(64, { nullable: true }) externalId!: string | null;
  @LongText({ nullable: true }) metadata!: string | null;
  /** Credits that it was charged. They are refunded if it ends unapproved. */
  @Money() price!: number;
  @Moment() expiresAt!: Date;
  /** When it ends by itself, and how: expired, or as the magic number of a test key says. */
  @Moment() dueAt!: Date;
  @Text(10) dueStatus!: VerificationStatus;
  @Moment() createdAt!: Date;
  @Moment({ nullable: true }) endedAt!: Date | null;
  /** When its text first came with a hidden sender, and when it first came from another phone. */
  @Moment({ nullable: true }) phoneHiddenAt!: Date | null;
  @Moment({ nullable: true }) phoneDiffersAt!: Date | null;
}
