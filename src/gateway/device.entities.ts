import { Entity } from 'typeorm';
import { Count, Flag, Id, Json, KeyRef, KeyText, Moment, Text } from '../platform/database/index.js';
import type { Health, NewChatQuota } from './driver.js';
import type { Allowance, DeviceLimits } from './pool/device-limits.rules.js';

export const DEVICE_STATES = ['setup', 'active', 'draining', 'disabled'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

@Entity('devices')
export class Device {
  @Id() id!: number;
  @Text(60) name!: string;
  /** Name of the driver; `http` is the native protocol. */
  @Text(20) driver!: string;
  @Text(255) baseUrl!: string;
  /** Encrypted with DATA_KEY; never returned. */
  @Text(1000) tokenSealed!: string;
  /** Callback secret of this device, encrypted; null: GATEWAY_WEBHOOK_SECRET. */
  @Text(1000, { nullable: true }) webhookSecretSealed!: string | null;
  @Json() settings!: Record<string, string>;
  /** Text of its messages; null: MESSAGE_TEMPLATE_ID or _EN. */
  @Text(300, { nullable: true }) template!: string | null;
  /**
   * `setup` takes only messages that name it; `draining` takes no new messages, but its callbacks are accepted;
   * `disabled` neither sends nor is probed.
   */
  @Text(10) state!: DeviceState;
  /** Share of the sends relative to other devices. */
  @Count({ default: 1 }) weight!: number;
  /** Differences from the driver's default limits. */
  @Json({ nullable: true }) limits!: Partial<DeviceLimits> | null;
  /** Look numbers up before the first message to them; null: default of the driver. */
  @Flag({ nullable: true }) numberCheck!: boolean | null;
  /** When a probe first found it connected at this address; null: not linked, takes no message. */
  @Moment({ nullable: true }) linkedAt!: Date | null;
  /** Its phone number, as its gateway last reported it; null: not reported. */
  @Text(15, { nullable: true }) number!: string | null;
  /** When it left `setup`; null: still there, or created active. */
  @Moment({ nullable: true }) startedAt!: Date | null;
  /** When the first authentic callback arrived at its own address; null: none yet. */
  @Moment({ nullable: true }) firstCallbackAt!: Date | null;
  @Moment({ nullable: true }) restrictedUntil!: Date | null;
  /** WhatsApp's quota of new chats; null: its gateway does not say. */
  @Json({ nullable: true }) newChats!: NewChatQuota | null;
  /** Its score counts only messages since then; null: all. */
  @Moment({ nullable: true }) judgedFrom!: Date | null;
  /** When its first delivery report arrived. Only then does a missing report mean anything. */
  @Moment({ nullable: true }) reportsSince!: Date | null;
  @Moment({ nullable: true }) degradedSince!: Date | null;
  /** Consecutive messages that it did not accept, up to FAILING_AFTER. */
  @Count({ default: 0 }) failures!: number;
  /** When `failures` reached FAILING_AFTER; null: it has not, or the device has accepted a message since. */
  @Moment({ nullable: true }) failingSince!: Date | null;
  /** Why it did not accept the last message, without phones, codes and tokens. */
  @Text(300, { nullable: true }) lastFailure!: string | null;
  @Count({ default: 0 }) addressGeneration!: number;
  /** When the callback key was last renewed; the previous key is accepted for a day after it. Null: never. */
  @Moment({ nullable: true }) addressRenewedAt!: Date | null;
  /** Number of the newest DATA_KEY whose callback URL its gateway has used; null: the first, or not known. */
  @Count({ nullable: true }) addressDataKey!: number | null;
  /** Trial messages since `degradedSince`. */
  @Count({ default: 0 }) trials!: number;
  /** Its account at WhatsApp, as its gateway names it; null: not known. */
  @Text(40, { nullable: true }) accountId!: string | null;
  /** The business portfolio of its account; null: not known. */
  @Text(40, { nullable: true }) portfolioId!: string | null;
  /** New recipients in 24 hours for all numbers of the portfolio; null: unlimited, or not known. */
  @Count({ nullable: true }) messagingLimit!: number | null;
  @Moment() createdAt!: Date;
  @Moment() updatedAt!: Date;
}

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

/** The probe schedule and the last result of a device, for all instances. */
@Entity('device_probes')
export class DeviceProbe {
  @KeyRef() deviceId!: number;
  @Moment() dueAt!: Date;
  /** Consecutive probes that did not find it healthy. */
  @Count({ default: 0 }) doubts!: number;
  /** Id of the current lease: no other process probes before `heldUntil`. */
  @Text(36, { nullable: true }) turn!: string | null;
  @Moment({ nullable: true }) heldUntil!: Date | null;
  /** Id of the lease that stored the result; null: never probed. */
  @Text(36, { nullable: true }) answer!: string | null;
  @Moment({ nullable: true }) answeredAt!: Date | null;
  @Text(20, { name: 'verdict', nullable: true }) connection!: Health['connection'] | null;
  @Text(300, { nullable: true }) detail!: string | null;
  /** Whether an administrator must act. Restrictions are columns of the device. */
  @Flag({ default: 0 }) isUnusable!: boolean;
}

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
  /** Why the template is not usable: the gateway's text without phones, codes and tokens. */
  @Text(300, { nullable: true }) reason!: string | null;
  /** Rating by recipients, as the gateway names it; null: not known. */
  @Text(20, { nullable: true }) quality!: string | null;
  /** When the gateway changed the status. */
  @Moment() changedAt!: Date;
}
