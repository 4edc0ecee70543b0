import { Entity } from 'typeorm';
import { Count, Id, KeyRef, KeyText, Moment, Money, Ref, Text } from '../platform/database/index.js';

/** (device_id, category, valid_from) is unique. A device may be gone: its messages keep their cost. */
@Entity('device_costs')
export class DeviceCost {
  @Id() id!: number;
  @Ref() deviceId!: number;
  /** Of Meta's reports; empty: of messages whose category has none, or that report none. */
  @Text(40) category!: string;
  @Text(10) validFrom!: string;
  @Text(3) currency!: string;
  @Money({ nullable: true }) micros!: number | null;
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}

/** (currency, valid_from) is unique. */
@Entity('currency_rates')
export class CurrencyRate {
  @Id() id!: number;
  @Text(3) currency!: string;
  @Text(10) validFrom!: string;
  @Money() micros!: number;
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}

/** Live messages with an outcome of one account and local day, by what their cost depends on. Never purged. */
@Entity('margin_days')
export class MarginDay {
  @KeyText(10) day!: string;
  @KeyRef() userId!: number;
  @KeyText(10) channel!: string;
  /** 0: no device took them. */
  @KeyRef() deviceId!: number;
  @KeyText(40) basis!: string;
  @Count() messages!: number;
  /** Charges less refunds, in credits. */
  @Money() revenue!: number;
  /** The sum of the reported costs, if the basis is a currency. */
  @Money() micros!: number;
}
