import { Entity } from 'typeorm';
import { Count, Flag, KeyRef, Moment, Text } from '../../platform/database/index.js';
import type { Health } from '../driver.js';

/** When a device is probed next, who is probing it, and what was found last: the same for all instances. */
@Entity('device_probes')
export class DeviceProbe {
  @KeyRef() deviceId!: number;
  @Moment() dueAt!: Date;
  /** How many probes in a row have not found it well. */
  @Count({ default: 0 }) doubts!: number;
  /** The turn that is taken just now; nobody else probes before `heldUntil`. */
  @Text(36, { nullable: true }) turn!: string | null;
  @Moment({ nullable: true }) heldUntil!: Date | null;
  /** The turn that found what follows; null: it was never probed. */
  @Text(36, { nullable: true }) answer!: string | null;
  @Moment({ nullable: true }) answeredAt!: Date | null;
  @Text(20, { nullable: true }) verdict!: Health['verdict'] | null;
  @Text(300, { nullable: true }) detail!: string | null;
  /** Only an administrator can mend it. A restriction by WhatsApp is stored with the device itself. */
  @Flag({ default: 0 }) isUnusable!: boolean;
}
