import { ApiProperty } from '@nestjs/swagger';
import { PageOf } from '../../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../../platform/text/channel.js';
import { DEVICE_STATES, type DeviceState } from '../device.entity.js';
import type { GivenSettings } from '../device-settings.rules.js';
import { NEW_CHAT_STATUSES, type NewChatQuota, PROBE_RESULTS, type ProbeResultWord } from '../driver.js';
import { DRIVER_NAMES } from '../drivers/index.js';
import {
  COOLDOWN_LEVELS,
  type CooldownLevel,
  DEVICE_FAILURES,
  type DeviceFailure,
} from '../pool/cooldown.rules.js';
import { type Allowance, ALLOWANCES, type DeviceLimits, LIMIT_NAMES } from '../pool/device-limits.rules.js';
import { DEVICE_HEALTHS, type DeviceHealth } from '../pool/local-device-health.rules.js';

class DeviceFound {
  @ApiProperty({
    enum: PROBE_RESULTS,
    example: 'connected',
    description:
      'The result. restricted: connected, but restricted by WhatsApp; disconnected: reported by the gateway; unusable: an administrator must act, for example on a wrong token; unreachable: no connection to the gateway; unclear: the gateway does not say',
  })
  finding!: ProbeResultWord;
  @ApiProperty({ example: true, description: 'The gateway says that the device is connected to WhatsApp' })
  connected!: boolean;
  @OrNull('string', { example: null, description: 'In words for people, often the gateway’s own' })
  detail!: string | null;
}

class DeviceProbeView extends DeviceFound {
  @LocalTime({
    description: 'When the gateway was asked',
  })
  at!: string;
  @UtcTime() at_utc!: string;
}

class DeviceWarmUp {
  @ApiProperty({ type: 'integer', description: 'From 1' }) day!: number;
  @ApiProperty({ type: 'integer', description: 'How many there are' }) days!: number;
}

class DeviceReason {
  @ApiProperty({
    enum: ['delivery_share', 'ack_seconds', 'unheard', 'failures', 'new_chats'],
    description:
      'delivery_share: the share that arrived; ack_seconds: median time to arrival; unheard: messages without a report since the last report; failures: messages in a row that it did not accept; new_chats: the used share of its quota of new chats, for recipients that it has never written to',
  })
  factor!: string;
  @OrNull('number', {
    example: 0.94,
    description: 'The measured value, 0 to 1 for shares; null: not measured',
  })
  value!: number | null;
  @ApiProperty({ example: 0.93, description: 'What the score is multiplied by' }) effect!: number;
}

class DeviceOutcomes {
  @ApiProperty({ type: 'integer', description: 'Messages that arrived' }) delivered!: number;
  @ApiProperty({ type: 'integer', description: 'Messages that failed' }) failed!: number;
  @ApiProperty({ type: 'integer', description: 'Should have arrived by now' }) unacknowledged!: number;
  @ApiProperty({ type: 'integer', description: 'Still too new' }) waiting!: number;
}

class DeviceRest {
  @ApiProperty({
    enum: COOLDOWN_LEVELS,
    description: 'demoted: used when there is none better; out: not used',
  })
  level!: CooldownLevel;
  @LocalTime({ nullable: true, description: 'When the rest ends' }) until!: string | null;
  @UtcTime({ nullable: true }) until_utc!: string | null;
  @ApiProperty({ type: 'integer', description: 'Failures in a row' }) failures!: number;
  @OrNull('string', {
    enum: [...DEVICE_FAILURES, null],
    example: 'unreachable',
    description: 'silent: nobody knows whether the message went out',
  })
  last!: DeviceFailure | null;
}

class DeviceNewChats {
  @ApiProperty({
    enum: NEW_CHAT_STATUSES,
    description:
      'first_warning, second_warning: WhatsApp warns, and the device writes to fewer new recipients; capped: it reaches only recipients that it has delivered to before',
  })
  status!: NewChatQuota['status'];
  @OrNull('integer', { example: 640, description: 'Used in this cycle; null: not known' })
  used!: number | null;
  @OrNull('integer', { example: 1000, description: 'Quota of a cycle; null: no limit, or not known' })
  total!: number | null;
  @LocalTime({ nullable: true, description: 'When the cycle ends; null: not known' })
  ends_at!: string | null;
  @UtcTime({ nullable: true }) ends_at_utc!: string | null;
}

class DeviceAllowanceView {
  @ApiProperty({
    enum: ALLOWANCES,
    description:
      'What is limited: messages a minute, messages a day, first contacts a day, or for all numbers of its business portfolio recipients a day',
  })
  allowance!: Allowance;
  @ApiProperty({ type: 'integer', description: 'The limit of this window, warm-up included' }) cap!: number;
  @ApiProperty({ type: 'integer', description: 'How many are used up' }) used!: number;
  @LocalTime({
    description: 'When the whole allowance is available again',
  })
  resets_at!: string;
  @UtcTime() resets_at_utc!: string;
}

class DeviceTemplateView {
  @ApiProperty({ example: 'otp_login', description: 'Name of the template' }) name!: string;
  @ApiProperty({ example: 'id', description: 'Language code of the gateway' }) language!: string;
  @OrNull('string', { example: 'APPROVED', description: 'As the gateway names it; null: not reported' })
  status!: string | null;
  @ApiProperty({ example: true, description: 'false: the device cannot send in this language' })
  usable!: boolean;
  @OrNull('string', { example: null, description: 'Why the gateway rejected it, in its words' })
  reason!: string | null;
  @OrNull('string', { example: 'GREEN', description: 'Its rating by recipients; null: not reported' })
  quality!: string | null;
  @LocalTime({ description: 'When its status changed' }) changed_at!: string;
  @UtcTime() changed_at_utc!: string;
}

export class DeviceView {
  @ApiProperty({ type: 'integer', example: 1 }) id!: number;
  @ApiProperty({ example: 'otp-01', description: 'Name of the device, unique' }) name!: string;
  @ApiProperty({ enum: DRIVER_NAMES, description: 'Gateway software, see GET /api/admin/drivers' })
  driver!: string;
  @ApiProperty({
    enum: CHANNELS,
    example: 'whatsapp',
    description: 'How it reaches phones; its driver decides',
  })
  channel!: Channel;
  @ApiProperty({ example: 'http://gateway.internal:3900', description: 'Address of the gateway' })
  base_url!: string;
  @ApiProperty({
    example: 'https://otp.example.com/api/webhook/gateway/1',
    description: 'The callback address of this device',
  })
  callback_url!: string;
  @ApiProperty({ example: true, description: 'A token is stored' }) token_set!: boolean;
  @ApiProperty({ example: false, description: 'The device has its own callback secret' })
  webhook_secret_set!: boolean;
  @ApiProperty({
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] },
    example: {},
    description: 'Settings of the driver',
  })
  settings!: GivenSettings;
  @OrNull('string', { example: null, description: 'Text of its messages; null: the text of the service' })
  template!: string | null;
  @ApiProperty({
    type: [DeviceTemplateView],
    description: 'Message templates at the gateway, as it last reported them',
  })
  templates!: DeviceTemplateView[];
  @OrNull('integer', {
    example: 2000,
    description:
      'New recipients in 24 hours for all numbers of the business portfolio; null: unlimited, or not known',
  })
  messaging_limit!: number | null;
  @ApiProperty({
    example: '0f5e2b7c9d1a4e6f8b3c5d7e9f1a2b3c',
    description: 'For gateways that need a verify token; callback_url contains it too',
  })
  verify_token!: string;
  @OrNull('string', {
    example: '6281100000001',
    description: 'Number of its phone in digits, as its gateway reports it; null: not reported',
  })
  number!: string | null;
  @LocalTime({
    nullable: true,
    description: 'Until when the callback key before the last renewal is accepted',
  })
  old_callback_until!: string | null;
  @UtcTime({ nullable: true }) old_callback_until_utc!: string | null;
  @LocalTime({
    nullable: true,
    description:
      'When its gateway first called callback_url with what proves it: a signature, the key of the address, or Meta’s verify token; null: not yet at this base_url',
  })
  first_callback_at!: string | null;
  @UtcTime({ nullable: true }) first_callback_at_utc!: string | null;
  @ApiProperty({
    enum: DEVICE_STATES,
    description:
      'Set by an administrator. setup: new, sends only messages that name it, until it is set `active`',
  })
  state!: DeviceState;
  @ApiProperty({
    enum: DEVICE_HEALTHS,
    description:
      'As this instance sees it. failing: did not accept the last 3 messages; degraded: accepts messages, but their reports are missing; restricted: by WhatsApp; template_blocked: cannot send in the language of a template that Meta rejected; disconnected: not used until it is connected again; not_linked: new, not used until a probe finds it connected',
  })
  health!: DeviceHealth;
  @ApiProperty({ type: DeviceRest, description: 'A pause that the pool makes after failures' })
  rest!: DeviceRest;
  @ApiProperty({ type: 'integer', example: 1, description: 'Share of the sends, relative to other devices' })
  weight!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: false,
    required: [...LIMIT_NAMES],
    selfRequired: true,
    properties: Object.fromEntries(
      LIMIT_NAMES.map((name) => [name, { type: 'integer' as const, nullable: true }]),
    ),
    description: 'What counts, defaults of the driver included; null: no limit',
  })
  limits!: DeviceLimits;
  @ApiProperty({ type: [DeviceAllowanceView], description: 'What its limits leave' })
  allowances!: DeviceAllowanceView[];
  @ApiProperty({
    type: DeviceWarmUp,
    nullable: true,
    description:
      'Of a device that may not write to as many new recipients yet as it one day may; null: it is over',
  })
  warm_up!: DeviceWarmUp | null;
  @LocalTime({
    nullable: true,
    description: 'Until then its limits let it send nothing, as this instance sees it; null: they do',
  })
  takes_again_at!: string | null;
  @UtcTime({ nullable: true }) takes_again_at_utc!: string | null;
  @ApiProperty({ example: false, description: 'What counts, defaults of the driver included' })
  check_number!: boolean;
  @OrNull('number', {
    example: 0.93,
    description: '0 to 1, of the last messages; null: not connected, in set-up, or disabled',
  })
  score!: number | null;
  @ApiProperty({ type: [DeviceReason], description: 'Empty: no report of a delivery yet' })
  why!: DeviceReason[];
  @ApiProperty({ type: DeviceOutcomes, description: 'What became of its last messages' })
  outcomes!: DeviceOutcomes;
  @LocalTime({
    nullable: true,
    description: 'When its gateway last reported what became of a message, of the last ones; null: not yet',
  })
  last_receipt_at!: string | null;
  @UtcTime({ nullable: true }) last_receipt_at_utc!: string | null;
  @LocalTime({
    nullable: true,
    description: 'Until then WhatsApp restricts it; null: not restricted',
  })
  restricted_until!: string | null;
  @UtcTime({ nullable: true }) restricted_until_utc!: string | null;
  @ApiProperty({
    type: DeviceNewChats,
    nullable: true,
    description: 'WhatsApp’s quota of new chats for its account; null: its gateway does not say',
  })
  new_chats!: DeviceNewChats | null;
  @LocalTime({
    nullable: true,
    description: 'Since then messages go without reports; null: not degraded',
  })
  degraded_since!: string | null;
  @UtcTime({ nullable: true }) degraded_since_utc!: string | null;
  @LocalTime({ nullable: true, description: 'Since when it is failing; null: not failing' })
  failing_since!: string | null;
  @UtcTime({ nullable: true }) failing_since_utc!: string | null;
  @OrNull('string', {
    example: null,
    description: 'Why it did not accept the last message, in the words of the gateway; null: it did',
  })
  last_failure!: string | null;
  @ApiProperty({
    type: DeviceProbeView,
    nullable: true,
    description: 'The last check of the gateway; null: none yet',
  })
  last_probe!: DeviceProbeView | null;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @LocalTime() updated_at!: string;
  @UtcTime() updated_at_utc!: string;
}

export class DevicePage extends PageOf(DeviceView) {}

export class DeviceTested extends DeviceFound {
  @ApiProperty({ type: 'integer', example: 12 }) duration_ms!: number;
}
