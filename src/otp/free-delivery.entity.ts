import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText } from '../common/database/index.js';

/** Messages of an account that a device delivered on a local day after their refund; device 0: nobody knows which. */
@Entity('free_deliveries')
export class FreeDelivery {
  @KeyRef() userId!: number;
  @KeyRef() deviceId!: number;
  @KeyText(10) day!: string;
  @Count() deliveries!: number;
}
