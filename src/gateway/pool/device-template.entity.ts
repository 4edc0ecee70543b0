import { Entity } from 'typeorm';
import { Flag, KeyRef, KeyText, Moment, Text } from '../../platform/database/index.js';

/** The status of a device's template, as its gateway reported it, for all instances. Without a row it is unknown. */
@Entity('device_templates')
export class DeviceTemplate {
  @KeyRef() deviceId!: number;
  /** The gateway's code of the language. */
  @KeyText(20) language!: string;
  @Text(300) name!: string;
  /** Status as the gateway names it; null: not known. */
  @Text(30, { nullable: true }) status!: string | null;
  /** Whether the gateway takes messages with it, as far as is known. */
  @Flag() isUsable!: boolean;
  /** Why not, scrubbed. */
  @Text(300, { nullable: true }) reason!: string | null;
  /** Rating by recipients, as the gateway names it; null: not known. */
  @Text(20, { nullable: true }) quality!: string | null;
  /** When the gateway changed the status. */
  @Moment() changedAt!: Date;
}
