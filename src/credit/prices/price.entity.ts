import { Entity } from 'typeorm';
import { Count, Id, Moment, Ref, Text } from '../../platform/database/index.js';
import type { PriceChannel } from './price.rules.js';

/** `user_id` of a general price. */
export const EVERY_ACCOUNT = 0;

/** A price from a moment on. (user_id, channel, valid_from) is unique. Rows whose moment has come never change. */
@Entity('prices')
export class Price {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(10) channel!: PriceChannel;
  /** Credits; null: from then on the price beneath counts again. */
  @Count({ nullable: true }) price!: number | null;
  @Moment() validFrom!: Date;
  /** The administrator. */
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}
