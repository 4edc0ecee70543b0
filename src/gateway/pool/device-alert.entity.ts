import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../../common/database/index.js';

export const DEVICE_ALERT_KINDS = ['degraded', 'restricted'] as const;
export type DeviceAlertKind = (typeof DEVICE_ALERT_KINDS)[number];

/** Something that an operator should look at. */
@Entity('device_alerts')
export class DeviceAlert {
  @Id() id!: number;
  @Ref() deviceId!: number;
  @Text(20) kind!: DeviceAlertKind;
  @Text(300) detail!: string;
  @Moment() raisedAt!: Date;
  /** Null while it lasts; of a restriction: when it ends. */
  @Moment({ nullable: true }) endedAt!: Date | null;
}
