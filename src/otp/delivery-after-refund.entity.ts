import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText, Money } from '../platform/database/index.js';

/** For a message whose device is unknown. */
export const UNKNOWN_DEVICE = 0;

/** Messages of an account that a device delivered on a local day after their refund. */
@Entity('free_deliveries')
export class DeliveryAfterRefund {
  @KeyRef() userId!: number;
  @KeyRef() deviceId!: number;
  @KeyText(10) day!: string;
  @Count() deliveries!: number;
  /** What was refunded for them. */
  @Money({ default: 0 }) credits!: number;
}
