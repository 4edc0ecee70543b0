import { Entity } from 'typeorm';
import { Flag, Id, Json, KeyRef, LongText, Moment, Money, Ref, Text } from '../../platform/database/index.js';

/** A bank account of the operator, for transfers. */
export interface BankAccount {
  bank: string;
  number: string;
  holder: string;
}

export const THE_GUIDE = 1;

/** One row: how accounts pay the operator, and who that is. */
@Entity('top_up_guides')
export class TopUpGuide {
  @KeyRef() id!: number;
  @LongText() instructions!: string;
  @Json() accounts!: BankAccount[];
  /** Name and address on receipts. */
  @Text(100) operatorName!: string;
  @Text(300) operatorAddress!: string;
  /** On statements. */
  @Text(60, { default: '' }) operatorTaxNumber!: string;
  /** Null: no picture. */
  @Text(20, { nullable: true }) pictureType!: string | null;
  /** Base64. Only read to show it. */
  @LongText({ nullable: true, select: false }) picture!: string | null;
  @Moment() updatedAt!: Date;
}

export const REQUEST_STATUSES = ['open', 'confirmed', 'declined', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A reported transfer; an administrator confirms it as a top-up. */
@Entity('top_up_requests')
export class TopUpRequest {
  @Id() id!: number;
  @Ref() userId!: number;
  /** Credits, as its owner says. */
  @Money() amount!: number;
  /** From whom the transfer came. */
  @Text(80) sender!: string;
  @Text(200, { nullable: true }) note!: string | null;
  /** A cancelled request is stored as declined, with `cancelledAt`. */
  @Text(10) status!: Exclude<RequestStatus, 'cancelled'>;
  /** Whether a payment was begun for it. Such a request is kept when it is cancelled, others are deleted. */
  @Flag({ default: 0 }) hasPayment!: boolean;
  @Moment({ nullable: true }) cancelledAt!: Date | null;
  /** The ledger line of its top-up. */
  @Ref({ nullable: true }) entryId!: number | null;
  /** Why it was declined; its owner reads it. */
  @Text(200, { nullable: true }) reason!: string | null;
  @Ref({ nullable: true }) decidedBy!: number | null;
  @Moment({ nullable: true }) decidedAt!: Date | null;
  /** When to send the mail about the decision; null: there is none to send. */
  @Moment({ nullable: true }) mailAt!: Date | null;
  @Moment() createdAt!: Date;
}

export const requestStatusOf = ({
  status,
  cancelledAt,
}: Pick<TopUpRequest, 'status' | 'cancelledAt'>): RequestStatus =>
  status === 'declined' && cancelledAt !== null ? 'cancelled' : status;
