import { Entity } from 'typeorm';
import { Count, Flag, KeyRef, Moment, Text } from '../../platform/database/index.js';
import type { Health } from '../driver.js';

/** The probe schedule and the last result of a device, for all instances. */
@Entity('device_probes')
export class DeviceProbe {
  @KeyRef() deviceId!: number;
  @Moment() dueAt!: Date;
  /** Consecutive probes that did not find it healthy. */
  @Count({ default: 0 }) doubts!: number;
  /** The current lease; nobody else probes before `heldUntil`. */
  @Text(36, { nullable: true }) turn!: string | null;
  @Moment({ nullable: true }) heldUntil!: Date | null;
  /** The lease that found the result; null: never probed. */
  @Text(36, { nullable: true }) answer!: string | null;
  @Moment({ nullable: true }) answeredAt!: Date | null;
  @Text(20, { name: 'verdict', nullable: true }) connection!: Health['connection'] | null;
  @Text(300, { nullable: true }) detail!: string | null;
  /** Needs an administrator. Restrictions are stored with the device. */
  @Flag({ default: 0 }) isUnusable!: boolean;
}
