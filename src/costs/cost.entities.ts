import { Entity } from 'typeorm';
import { Count, Id, KeyRef, KeyText, Moment, Money, Ref, Text } from '../platform/database/index.js';

/**
 * The cost of a device's messages from a local day on. (device_id, category, valid_from) is unique. Costs of deleted
 * devices are kept, since their messages still need them.
 */
@Entity('device_costs')
export class DeviceCost {
  @Id() id!: number;
  @Ref() deviceId!: number;
  /** A category that Meta reports. Empty: the cost of messages without a category, or whose category has no cost. */
  @Text(40) category!: string;
  @Text(10) validFrom!: string;
  @Text(3) currency!: string;
  @Money({ nullable: true }) micros!: number | null;
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}

/** The worth of a currency in micro rupiah from a local day on. (currency, valid_from) is unique. */
@Entity('currency_rates')
export class CurrencyRate {
  @Id() id!: number;
  @Text(3) currency!: string;
  @Text(10) validFrom!: string;
  @Money() micros!: number;
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}

/**
 * The live messages with an outcome of one account and local day, grouped by everything that their cost depends on.
 * Never purged. `basis` is that of `costBasisOf`.
 */
@Entity('margin_days')
export class MarginDay {
  @KeyText(10) day!: string;
  @KeyRef() userId!: number;
  @KeyText(10) channel!: string;
  /** 0: no device accepted the messages. */
  @KeyRef() deviceId!: number;
  @KeyText(40) basis!: string;
  @Count() messages!: number;
  /** Charges less refunds, in credits. */
  @Money() revenue!: number;
  /** The sum of the reported costs, if the basis is a currency. */
  @Money() micros!: number;
}
