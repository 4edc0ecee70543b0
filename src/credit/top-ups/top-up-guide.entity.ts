import { Entity } from 'typeorm';
import { Json, KeyRef, LongText, Moment, Text } from '../../platform/database/index.js';

/** Where a transfer goes to. */
export interface BankAccount {
  bank: string;
  number: string;
  holder: string;
}

/** One row: how accounts pay the operator, and who that is. */
@Entity('top_up_guides')
export class TopUpGuide {
  @KeyRef() id!: number;
  @LongText() instructions!: string;
  @Json() accounts!: BankAccount[];
  /** On receipts. */
  @Text(100) operatorName!: string;
  @Text(300) operatorAddress!: string;
  /** Of the picture, by its bytes; null: there is none. */
  @Text(20, { nullable: true }) pictureType!: string | null;
  /** Base64. Read alone, by whoever shows it. */
  @LongText({ nullable: true, select: false }) picture!: string | null;
  @Moment() updatedAt!: Date;
}
