import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText, Money } from '../../platform/database/index.js';

/** Live messages with an outcome of one account and local day, by what their cost depends on. Never purged. */
@Entity('margin_days')
export class MarginDay {
  @KeyText(10) day!: string;
  @KeyRef() userId!: number;
  @KeyText(10) channel!: string;
  /** 0: no device took them. */
  @KeyRef() deviceId!: number;
  @KeyText(40) basis!: string;
  @Count() messages!: number;
  /** Charges less refunds, in credits. */
  @Money() revenue!: number;
  /** The sum of the reported costs, if the basis is a currency. */
  @Money() micros!: number;
}
