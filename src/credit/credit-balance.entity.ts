import { Entity } from 'typeorm';
import { KeyRef, Moment, Money } from '../common/database/index.js';

/** What an account may still spend: always the sum of its entries, never below 0 (a CHECK constraint). */
@Entity('credit_balances')
export class CreditBalance {
  @KeyRef() userId!: number;
  @Money() balance!: number;
  @Moment() updatedAt!: Date;
}
