import { Entity } from 'typeorm';
import { Count, KeyRef, KeyText, Moment, Text } from '../../platform/database/index.js';
import type { Allowance } from './device-limits.rules.js';

/** How much of one allowance all instances have reserved of a device, in the newest window. */
@Entity('device_allowances')
export class DeviceAllowance {
  @KeyRef() deviceId!: number;
  @KeyText(20) allowance!: Allowance;
  @Text(16) period!: string;
  @Count() taken!: number;
}

/** A recipient that a device may not write to again before `expiresAt`. */
@Entity('device_pairs')
export class DevicePair {
  @KeyText(64) recipientIndex!: string;
  @KeyRef() deviceId!: number;
  @Moment() expiresAt!: Date;
}
