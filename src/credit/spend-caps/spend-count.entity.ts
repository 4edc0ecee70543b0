import { Entity } from 'typeorm';
import { KeyRef, Moment, Money, Ref } from '../../platform/database/index.js';

/**
 * What an account or a key with a spend cap has spent on a local day, up to a line of the ledger. The next count adds the
 * lines after it.
 */
@Entity('spend_counts')
export class SpendCount {
  @KeyRef() userId!: number;
  /** The first key of a chain of rotations; 0: the whole account. */
  @KeyRef() rootKeyId!: number;
  /** The start of the day. */
  @Moment() since!: Date;
  /** Charges less refunds, adjustments of messages included. */
  @Money() spent!: number;
  /** The last line of the ledger that was counted. */
  @Ref() entryId!: number;
}
