import { Entity, PrimaryColumn } from 'typeorm';
import { Count, KeyRef, KeyText, Moment } from '../platform/database/index.js';

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
