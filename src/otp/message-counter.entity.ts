import { Entity, PrimaryColumn } from 'typeorm';
import { Count, KeyRef, KeyText } from '../platform/database/index.js';

/**
 * An account's messages of one local day by their present status; updated with every change and never recounted.
 * Purged messages stay in these counts, and are counted again in the `purged` columns: the difference is what is still
 * stored.
 */
@Entity('message_counters')
export class MessageCounter {
  @KeyRef() userId!: number;
  @PrimaryColumn({ type: 'tinyint' }) livemode!: number;
  @KeyText(10) day!: string;
  @Count({ default: 0 }) sent!: number;
  @Count({ default: 0 }) delivered!: number;
  @Count({ default: 0 }) failed!: number;
  /** Messages whose code was checked and right, in any status. */
  @Count({ default: 0 }) converted!: number;
  /** Changes of a price paid or a reported cost without a new status, which the counts above do not show. */
  @Count({ default: 0 }) repriced!: number;
  @Count({ default: 0 }) purgedSent!: number;
  @Count({ default: 0 }) purgedDelivered!: number;
  @Count({ default: 0 }) purgedFailed!: number;
  @Count({ default: 0 }) purgedConverted!: number;
}
