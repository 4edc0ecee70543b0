import { Entity, PrimaryColumn } from 'typeorm';
import { Count, KeyRef, KeyText, Moment } from '../platform/database/index.js';
import type { Facet } from './fold.rules.js';

/** What became of an account's messages of one hour: of all, and for two days of those with one value of a part. */
@Entity('analytics_hours')
export class AnalyticsHour {
  /** ALL_ACCOUNTS: of all together. */
  @KeyRef() userId!: number;
  @PrimaryColumn({ type: 'tinyint' }) livemode!: number;
  @KeyText(8) part!: Facet;
  @KeyText(10) day!: string;
  /** Local, 0 to 23. */
  @KeyRef() hour!: number;
  @KeyText(30) value!: string;
  @Count({ default: 0 }) sent!: number;
  @Count({ default: 0 }) delivered!: number;
  @Count({ default: 0 }) failed!: number;
  @Count({ default: 0 }) converted!: number;
}

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

/**
 * How an account's messages of one local day were when they were last added up. While the day's counters say something
 * else, they are to be added up again. The row of ALL_ACCOUNTS tells how far all of a day's accounts have been.
 */
@Entity('analytics_folds')
export class AnalyticsFold {
  @KeyRef() userId!: number;
  @PrimaryColumn({ type: 'tinyint' }) livemode!: number;
  @KeyText(10) day!: string;
  @Count({ default: 0 }) sent!: number;
  @Count({ default: 0 }) delivered!: number;
  @Count({ default: 0 }) failed!: number;
  @Count({ default: 0 }) converted!: number;
  /** When the messages were begun to be read; null: never yet. */
  @Moment({ nullable: true }) foldedAt!: Date | null;
  /** Not again before; while somebody adds it up, how long nobody else does. */
  @Moment() dueAt!: Date;
}
