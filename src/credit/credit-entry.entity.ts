import { Entity } from 'typeorm';
import { Id, Moment, Money, Ref, Text } from '../platform/database/index.js';

export const CREDIT_KINDS = ['topup', 'charge', 'refund', 'adjustment'] as const;
/** What the kinds mean, for the documents. */
export const CREDIT_KINDS_ABOUT =
  '`topup`: credit was added; `charge`: a message was sent; `refund`: a message failed; `adjustment`: a correction by an administrator';
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** A line of the ledger: only ever added. (message_id, kind) is unique: one charge and at most one refund a message. */
@Entity('credit_entries')
export class CreditEntry {
  @Id() id!: number;
  @Ref() userId!: number;
  /** Signed: a charge is negative. */
  @Money() amount!: number;
  @Money() balanceAfter!: number;
  @Text(10) kind!: CreditKind;
  @Ref({ nullable: true }) messageId!: number | null;
  /** The administrator behind a top-up or adjustment. */
  @Ref({ nullable: true }) actorId!: number | null;
  @Text(200, { nullable: true }) note!: string | null;
  @Moment() createdAt!: Date;
}
