import { Entity } from 'typeorm';
import { Count, Flag, Id, LongText, Moment, Money, Ref, Text } from '../../platform/database/index.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import type { VerificationStatus } from './verification.rules.js';

/** A phone to be proven by a code of ours, of which only a fingerprint is kept. */
@Entity('verifications')
export class Verification {
  @Id() id!: number;
  /** Ours, unique: the `verification_id`. */
  @Text(40) reference!: string;
  @Ref() userId!: number;
  @Flag() livemode!: boolean;
  /** That carried the present code. */
  @Ref() messageId!: number;
  @Text(10) status!: VerificationStatus;
  /** Blind index of the canonical phone. */
  @Text(64) recipientIndex!: string;
  /** Blind index of its reference and the present code. */
  @Text(64) codeIndex!: string;
  @Text(2) language!: Language;
  @Count() codeLength!: number;
  @Count() ttlSeconds!: number;
  /** Wrong codes that may still be held against it. */
  @Count() attemptsLeft!: number;
  @Count({ default: 0 }) resends!: number;
  /** After so long without a `delivered` report a new code goes by the next channel; null: none does. */
  @Count({ nullable: true }) fallbackSeconds!: number | null;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
  @Moment({ nullable: true }) endedAt!: Date | null;
  /** What the present code took the place of, if it is a new one: the code of before, its message, and its time. */
  @Text(64, { nullable: true }) previousCodeIndex!: string | null;
  @Ref({ nullable: true }) previousMessageId!: number | null;
  @Moment({ nullable: true }) previousExpiresAt!: Date | null;
}

/** A code that went by the next channel because the one before was not reported as delivered, or the wait for that. */
@Entity('verification_fallbacks')
export class VerificationFallback {
  @Id() id!: number;
  /** The `verification_id`. */
  @Text(40) verification!: string;
  /** Unique: carried the code before, which counts beside the new one. */
  @Ref() afterMessageId!: number;
  /** Blind index of the code before. */
  @Text(64) afterCodeIndex!: string;
  /** The recipient's, sealed; null once the wait has ended. */
  @Text(120, { nullable: true }) phone!: string | null;
  /** The end of the wait, or of the lease of the process that sends; null once the wait has ended. */
  @Moment({ nullable: true }) dueAt!: Date | null;
  /** Carries the new code; null: none was sent. */
  @Ref({ nullable: true }) messageId!: number | null;
}

/** A phone that its user proves by a text to one of our devices. Only a fingerprint of the text is stored. */
@Entity('inbound_verifications')
export class InboundVerification {
  @Id() id!: number;
  /** Ours, unique: the `verification_id`. */
  @Text(40) reference!: string;
  @Ref() userId!: number;
  /** The key that created it; null: before keys were noted. */
  @Ref({ nullable: true }) apiKeyId!: number | null;
  @Flag() livemode!: boolean;
  /** The device whose number the user got; null for test keys. */
  @Ref({ nullable: true }) deviceId!: number | null;
  @Text(10) status!: VerificationStatus;
  /** Blind index of the canonical phone. */
  @Text(64) recipientIndex!: string;
  @Text(20) recipientMasked!: string;
  /** Blind index of the whole text, which has the token. */
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
  /** When its text came without the sender's phone, and from another phone, for the first time. */
  @Moment({ nullable: true }) phoneHiddenAt!: Date | null;
  @Moment({ nullable: true }) phoneDiffersAt!: Date | null;
}
