import { Entity } from 'typeorm';
import { Count, KeyRef, Moment, Money } from '../platform/database/index.js';

/** What an account may still spend: always the sum of its entries, never below 0 (a CHECK constraint). */
@Entity('credit_balances')
export class CreditBalance {
  @KeyRef() userId!: number;
  @Money() balance!: number;
  /** How many entries it is the sum of: lists tell their total by it. */
  @Count({ default: 0 }) entryCount!: number;
  @Moment() updatedAt!: Date;
  /** The owner is told when the balance falls below it; null: never. */
  @Money({ nullable: true }) lowThreshold!: number | null;
  /** When the owner was told; null while the balance is not below the threshold. */
  @Moment({ nullable: true }) lowSince!: Date | null;
  /** When the mail about it is to be tried next; null when none is owed. */
  @Moment({ nullable: true }) lowMailAt!: Date | null;
}
