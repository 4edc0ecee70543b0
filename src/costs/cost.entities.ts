import { Entity } from 'typeorm';
import { Count, Id, KeyRef, KeyText, Moment, Money, Ref, Text } from '../platform/database/index.js';

/**
 * What one message of a device costs, from a local day on. (device_id, category, valid_from) is unique. Costs of
 * deleted devices are kept, since their messages still need them.
 */
@Entity('device_costs')
export class DeviceCost {
  @Id() id!: number;
  @Ref() deviceId!: number;
  /** A category that Meta reports. Empty: the default for messages without a category, or whose category has no row. */
  @Text(40) category!: string;
  @Text(10) validFrom!: string;
  @Text(3) currency!: string;
  /** Millionths of `currency`; null: unknown from that day on. */
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
 * Sums of the live messages of an account and local day, without pending ones, grouped by everything that their cost
 * depends on. Never purged. `basis` is a currency, a category or empty: see `costBasisOf`.
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
  /** Sum of the reported costs in millionths of the currency; 0 if the basis is no currency. */
  @Money() micros!: number;
}
