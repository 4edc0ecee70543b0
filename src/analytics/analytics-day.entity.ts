import { Entity, PrimaryColumn } from 'typeorm';
import { Count, KeyRef, KeyText } from '../platform/database/index.js';
import type { Facet } from './fold.rules.js';

/** What became of an account's messages of one day that have one value of a part. */
@Entity('analytics_days')
export class AnalyticsDay {
  /** ALL_ACCOUNTS: of all together. */
  @KeyRef() userId!: number;
  @PrimaryColumn({ type: 'tinyint' }) livemode!: number;
  @KeyText(8) part!: Facet;
  @KeyText(10) day!: string;
  @KeyText(30) value!: string;
  @Count({ default: 0 }) sent!: number;
  @Count({ default: 0 }) delivered!: number;
  @Count({ default: 0 }) failed!: number;
  @Count({ default: 0 }) converted!: number;
}
