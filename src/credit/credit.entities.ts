import { Entity } from 'typeorm';
import { Count, Id, KeyRef, Moment, Money, Ref, Text } from '../platform/database/index.js';
import type { PriceChannel } from './prices/price.rules.js';

/** What an account may still spend: always the sum of its entries, never below 0 (a CHECK constraint). */
@Entity('credit_balances')
export class CreditBalance {
  @KeyRef() userId!: number;
  @Money() balance!: number;
  /** The number of its entries, which lists show as the total. */
  @Count({ default: 0 }) entryCount!: number;
  @Moment() updatedAt!: Date;
  /** The owner gets a mail when the balance falls below it; null: never. */
  @Money({ nullable: true }) lowThreshold!: number | null;
  /** Credits that may be spent on a local day; null: no cap. */
  @Money({ nullable: true }) spendCap!: number | null;
  /** When the owner was notified of a balance below the threshold; null: not at present. */
  @Moment({ nullable: true }) lowSince!: Date | null;
  /** When to send the mail about it; null: there is none to send. */
  @Moment({ nullable: true }) lowMailAt!: Date | null;
  /** The owner gets a mail when the balance lasts fewer days; null: never. */
  @Count({ nullable: true, default: 3 }) lowRunwayDays!: number | null;
  /** When the owner was notified that it lasts fewer days; null: not at present. */
  @Moment({ nullable: true }) lowRunwaySince!: Date | null;
}

export const CREDIT_KINDS = ['topup', 'charge', 'refund', 'adjustment'] as const;
/** The meanings of the kinds, for the API documents. */
export const CREDIT_KINDS_ABOUT =
  '`topup`: credit was added; `charge`: a message was sent; `refund`: a message failed; `adjustment`: a correction by an administrator, or the difference in price of a message that went on to another channel';
export type CreditKind = (typeof CREDIT_KINDS)[number];

/**
 * A line of the ledger. Lines are only added; erasure clears notes. (message_id, kind, step) is unique: one charge and
 * at most one refund for each message.
 */
@Entity('credit_entries')
export class CreditEntry {
  @Id() id!: number;
  @Ref() userId!: number;
  /** Signed: a charge is negative. */
  @Money() amount!: number;
  @Money() balanceAfter!: number;
  @Text(10) kind!: CreditKind;
  @Ref({ nullable: true }) messageId!: number | null;
  /** For the adjustment of a message: how many channels it had before, from 1. Otherwise 0. */
  @Count({ default: 0 }) step!: number;
  /** The administrator behind a top-up or adjustment. */
  @Ref({ nullable: true }) actorId!: number | null;
  @Text(200, { nullable: true }) note!: string | null;
  @Moment() createdAt!: Date;
}

/** `user_id` of a general price. */
export const EVERY_ACCOUNT = 0;

/**
 * A price that is valid from a moment on. (user_id, channel, valid_from) is unique. A row never changes after its
 * `validFrom`.
 */
@Entity('prices')
export class Price {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(10) channel!: PriceChannel;
  /** Credits; null: from then on the general price is valid again, or in a general row the one of the variables. */
  @Count({ nullable: true }) price!: number | null;
  @Moment() validFrom!: Date;
  /** The administrator who set it. */
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}

/**
 * What an account or a key with a spend cap has spent on a local day, up to a line of the ledger. The next count reads
 * only later lines.
 */
@Entity('spend_counts')
export class SpendCount {
  @KeyRef() userId!: number;
  /** The first key of a chain of rotations; 0: the whole account. */
  @KeyRef() rootKeyId!: number;
  /** The start of the day. */
  @Moment() since!: Date;
  /** Charges less refunds, adjustments of messages included. */
  @Money() spent!: number;
  /** The last line of the ledger that was counted. */
  @Ref() entryId!: number;
}
