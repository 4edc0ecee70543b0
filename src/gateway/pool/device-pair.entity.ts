import { Entity } from 'typeorm';
import { KeyRef, KeyText, Moment } from '../../platform/database/index.js';

/** A recipient that a device may not write to again before `expiresAt`. */
@Entity('device_pairs')
export class DevicePair {
  @KeyText(64) recipientIndex!: string;
  @KeyRef() deviceId!: number;
  @Moment() expiresAt!: Date;
}
