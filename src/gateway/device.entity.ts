import { Entity } from 'typeorm';
import { Id, Moment, Text } from '../common/database/index.js';

export const DEVICE_STATES = ['active', 'draining', 'disabled'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** A WhatsApp device behind a gateway. */
@Entity('devices')
export class Device {
  @Id() id!: number;
  @Text(60) name!: string;
  /** Which driver speaks to it; `http` is our native protocol. */
  @Text(20) driver!: string;
  @Text(255) baseUrl!: string;
  /** Sealed under DATA_KEY; never returned. */
  @Text(1000) tokenSealed!: string;
  /** The secret of its own callbacks, sealed; null: GATEWAY_WEBHOOK_SECRET. */
  @Text(1000, { nullable: true }) webhookSecretSealed!: string | null;
  /** `draining` takes no new sends but its callbacks count; `disabled` neither sends nor is probed. */
  @Text(10) state!: DeviceState;
  @Moment() createdAt!: Date;
  @Moment() updatedAt!: Date;
}
