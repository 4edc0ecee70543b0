import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText, Money, Ref } from '../../platform/database/index.js';
import type { PriceChannel } from '../prices/price.rules.js';

/** Ledger lines of an account and day, added up. They stay when messages are purged. */
@Entity('usage_days')
export class UsageDay {
  @KeyRef() userId!: number;
  /** The statement that it belongs to, `YYYY-MM`. */
  @KeyText(7) month!: string;
  /** The local day of the lines. */
  @KeyText(10) day!: string;
  /** 0: no message, or one that was purged before it was counted. */
  @KeyRef() apiKeyId!: number;
  /** Empty: no message, or one that was purged before it was counted. */
  @KeyText(10) channel!: PriceChannel | '';
  /** Empty: no message, one that was purged before it was counted, or an erased account. */
  @KeyText(80) brand!: string;
  /** Messages and inbound verifications that were charged. */
  @Count() messages!: number;
  @Money() topUps!: number;
  /** Including the adjustments of messages; positive. */
  @Money() charges!: number;
  /** Other adjustments; positive. */
  @Money() adjustments!: number;
  @Money() refunds!: number;
}

/** How far the ledger of an account is added up. */
@Entity('usage_cursors')
export class UsageCursor {
  @KeyRef() userId!: number;
  @Ref() entryId!: number;
  @Count() entryCount!: number;
}
