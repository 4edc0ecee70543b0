import { Entity } from 'typeorm';
import { Id, Json, KeyRef, Moment, Money, Ref, Text } from '../../platform/database/index.js';
import type { PriceChannel } from '../prices/price.rules.js';

/** The customer on an account's statements. */
@Entity('billing_details')
export class BillingDetails {
  @KeyRef() userId!: number;
  /** Empty: the name of the account. */
  @Text(100) name!: string;
  @Text(300) address!: string;
  @Text(60) taxNumber!: string;
  @Moment() updatedAt!: Date;
}

/** Charges and refunds by brand, key and channel. */
export interface StatementPart {
  /** Null: no message, or one that was purged before it was counted. The same holds for `api_key_id` and `channel`. */
  brand: string | null;
  api_key_id: number | null;
  /** Name of the key as of the closing. */
  api_key: string | null;
  channel: PriceChannel | 'adjustment' | null;
  messages: number;
  charges: number;
  refunds: number;
}

/** Names and parts, as of the closing. */
export interface StatementDetails {
  operator: { name: string; address: string; tax_number: string };
  account: { username: string; name: string; email: string; address: string; tax_number: string };
  /** Local days, inclusive. */
  first_day: string;
  last_day: string;
  items: StatementPart[];
}

/**
 * A closed month of an account. Its figures never change; erasure replaces names. It contains all that a page shows.
 * (user_id, month) and number are unique.
 */
@Entity('statements')
export class MonthStatement {
  @Id() id!: number;
  @Ref() userId!: number;
  /** `YYYY-MM`. */
  @Text(7) month!: string;
  /** One sequence over all accounts, without gaps. */
  @Money() number!: number;
  @Moment() startsAt!: Date;
  /** Exclusive. */
  @Moment() endsAt!: Date;
  @Money() openingBalance!: number;
  @Money() topUps!: number;
  /** Including adjustments. */
  @Money() charges!: number;
  @Money() refunds!: number;
  @Money() closingBalance!: number;
  @Json() details!: StatementDetails;
  @Moment() closedAt!: Date;
}

export const THE_SEQUENCE = 1;

/** One row: the last number, and the month that closes next. */
@Entity('statement_sequences')
export class StatementSequence {
  @KeyRef() id!: number;
  @Money() lastNumber!: number;
  @Text(7) month!: string;
  @Moment() startsAt!: Date;
  @Moment() endsAt!: Date;
}
