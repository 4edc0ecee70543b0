import { Entity } from 'typeorm';
import { Flag, Id, LongText, Moment, Money, Ref, Text } from '../../platform/database/index.js';
import type { VerificationStatus } from '../verifications/verification.rules.js';
import type { Unproved } from './inbound.rules.js';

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

/** The column that notes the first text of each kind. */
export const NOTED = {
  phone_hidden: 'phoneHiddenAt',
  phone_differs: 'phoneDiffersAt',
} as const satisfies Record<Unproved, keyof InboundVerification>;
