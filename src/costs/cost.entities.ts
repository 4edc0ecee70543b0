import { Entity } from 'typeorm';
import { Id, Moment, Money, Ref, Text } from '../platform/database/index.js';
import type { DatedCost, DatedRate } from './cost.rules.js';

/** (device_id, category, valid_from) is unique. A device may be gone: its messages keep their cost. */
@Entity('device_costs')
export class DeviceCost implements DatedCost {
  @Id() id!: number;
  @Ref() deviceId!: number;
  @Text(40) category!: string;
  @Text(10) validFrom!: string;
  @Text(3) currency!: string;
  @Money({ nullable: true }) micros!: number | null;
  /** The administrator. */
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}

/** (currency, valid_from) is unique. */
@Entity('currency_rates')
export class CurrencyRate implements DatedRate {
  @Id() id!: number;
  @Text(3) currency!: string;
  @Text(10) validFrom!: string;
  @Money() micros!: number;
  /** The administrator. */
  @Ref() setBy!: number;
  @Moment() createdAt!: Date;
}
