import { Entity, PrimaryColumn } from 'typeorm';
import { Count, KeyRef, KeyText, Moment } from '../platform/database/index.js';
import type { Facet } from './rollup.rules.js';

/** Messages of one day by one value of a facet. */
@Entity('analytics_days')
export class AnalyticsDay {
  /** An account, or ALL_ACCOUNTS. */
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

/** Messages of one hour: all of them, and for two days those of one value of a facet. */
@Entity('analytics_hours')
export class AnalyticsHour {
  @KeyRef() userId!: number;
  @PrimaryColumn({ type: 'tinyint' }) livemode!: number;
  @KeyText(8) part!: Facet;
  @KeyText(10) day!: string;
  /** Local, 0 to 23. */
  @PrimaryColumn({ type: 'int' }) hour!: number;
  @KeyText(30) value!: string;
  @Count({ default: 0 }) sent!: number;
  @Count({ default: 0 }) delivered!: number;
  @Count({ default: 0 }) failed!: number;
  @Count({ default: 0 }) converted!: number;
}

/**
 * The counters of an account's day at its last rollup: while they differ from the day's counters, the day needs another
 * one. The row of ALL_ACCOUNTS tells when all accounts of the day were rolled up.
 */
@Entity('analytics_folds')
export class AnalyticsRollup {
  @KeyRef() userId!: number;
  @PrimaryColumn({ type: 'tinyint' }) livemode!: number;
  @KeyText(10) day!: string;
  @Count({ default: 0 }) sent!: number;
  @Count({ default: 0 }) delivered!: number;
  @Count({ default: 0 }) failed!: number;
  @Count({ default: 0 }) converted!: number;
  /** Null: an earlier release, which knew no costs, made the rollup. */
  @Count({ nullable: true }) repriced!: number | null;
  /** When the last rollup with costs began: `folded_at`, unless an earlier release made another one since. */
  @Moment({ nullable: true }) costedAt!: Date | null;
  /** When the last rollup began to read messages; null: there was none. */
  @Moment({ nullable: true }) foldedAt!: Date | null;
  /** No rollup before then; while a process counts the day, the end of its claim. */
  @Moment() dueAt!: Date;
}
