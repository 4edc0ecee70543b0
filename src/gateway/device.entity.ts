import { Entity } from 'typeorm';
import { Count, Flag, Id, Json, Moment, Text } from '../platform/database/index.js';
import type { DeviceLimits } from './pool/device-limits.rules.js';

export const DEVICE_STATES = ['setup', 'active', 'draining', 'disabled'] as const;
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
  /** What its driver needs beside address and token. */
  @Json() settings!: Record<string, string>;
  /** What recipients read; null: the text of MESSAGE_TEMPLATE_ID or _EN. */
  @Text(300, { nullable: true }) template!: string | null;
  /**
   * `setup` takes only messages that name it, until it is started; `draining` takes no new sends but its callbacks
   * count; `disabled` neither sends nor is probed.
   */
  @Text(10) state!: DeviceState;
  /** Its share of the sends beside the other devices'. */
  @Count({ default: 1 }) weight!: number;
  /** Where they are not those usual for its driver. */
  @Json({ nullable: true }) limits!: Partial<DeviceLimits> | null;
  /** Asks its gateway whether a number is on WhatsApp before the first message to it; null: as usual for its driver. */
  @Flag({ nullable: true }) numberCheck!: boolean | null;
  /** When a probe first saw it connected at its address; null: not linked yet, and it takes no message. */
  @Moment({ nullable: true }) linkedAt!: Date | null;
  /** When it left `setup`; null: it is still there, or was added in use. */
  @Moment({ nullable: true }) startedAt!: Date | null;
  /** When an authentic callback first came to its own address, as it has been since it was set; null: none yet. */
  @Moment({ nullable: true }) firstCallbackAt!: Date | null;
  @Moment({ nullable: true }) restrictedUntil!: Date | null;
  /** What came before does not count; null: everything does. */
  @Moment({ nullable: true }) judgedFrom!: Date | null;
  /** When its first delivery report came in: only from then on does silence say anything. */
  @Moment({ nullable: true }) reportsSince!: Date | null;
  @Moment({ nullable: true }) degradedSince!: Date | null;
  /** Messages in a row that it did not accept, up to FAILING_AFTER. */
  @Count({ default: 0 }) failures!: number;
  /** When they became FAILING_AFTER; null: it has accepted one since. */
  @Moment({ nullable: true }) failingSince!: Date | null;
  /** Why it did not accept the last of them, scrubbed. */
  @Text(300, { nullable: true }) lastFailure!: string | null;
  /** How often the key in its callback address was renewed. */
  @Count({ default: 0 }) addressGeneration!: number;
  /** The key before is accepted for a day after that; null: it never was. */
  @Moment({ nullable: true }) addressRenewedAt!: Date | null;
  /** Messages that it was given to try since then. */
  @Count({ default: 0 }) trials!: number;
  @Moment() createdAt!: Date;
  @Moment() updatedAt!: Date;
}
