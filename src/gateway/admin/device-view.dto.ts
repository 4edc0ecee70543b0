import { ApiProperty } from '@nestjs/swagger';
import { PageOf } from '../../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../../platform/openapi/response-fields.js';
import { type Channel, CHANNELS } from '../../platform/text/channel.js';
import { DEVICE_STATES, type DeviceState } from '../device.entities.js';
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
  @Field(
    'The result. restricted: connected, but restricted by WhatsApp; disconnected: reported by the gateway; unusable: an administrator must act, for example on a wrong token; unreachable: no connection to the gateway; unclear: the gateway does not say',
    { enum: PROBE_RESULTS, example: 'connected' },
  )
  finding!: ProbeResultWord;
  @Field('The gateway says that the device is connected to WhatsApp', { example: true }) connected!: boolean;
  @OrNull('string', 'Description for people, often in the gateway’s own words', { example: null }) detail!:
    string | null;
}

class DeviceProbeView extends DeviceFound {
  @LocalTime('When the gateway was asked') at!: string;
}

class DeviceWarmUp {
  @Field('Day of the warm-up, from 1') day!: number;
  @Field('Length of the warm-up in days') days!: number;
}

class DeviceReason {
  @Field(
    'delivery_share: the share that arrived; ack_seconds: median time to arrival; unheard: messages without a report since the last report; failures: messages in a row that it did not accept; new_chats: the used share of its quota of new chats, for recipients that it has never written to',
    { enum: ['delivery_share', 'ack_seconds', 'unheard', 'failures', 'new_chats'] },
  )
  factor!: string;
  @OrNull('number', 'The measured value, 0 to 1 for shares; null: not measured', { example: 0.94 })
  value!: number | null;
  @Field('Factor in the score', { type: 'number', example: 0.93 }) effect!: number;
}

class DeviceOutcomes {
  @Field('Messages that arrived') delivered!: number;
  @Field('Messages that failed') failed!: number;
  @Field('Messages that should have arrived by now') unacknowledged!: number;
  @Field('Messages that are too new to rate') waiting!: number;
}

class DeviceRest {
  @Field('demoted: used only if there is no better device; out: not used', { enum: COOLDOWN_LEVELS })
  level!: CooldownLevel;
  @LocalTimeOrNull('When the cooldown ends') until!: string | null;
  @Field('Failures in a row') failures!: number;
  @OrNull('string', 'The last failure. silent: it is not known whether the message was sent', {
    enum: [...DEVICE_FAILURES, null],
    example: 'unreachable',
  })
  last!: DeviceFailure | null;
}

class DeviceNewChats {
  @Field(
    'first_warning, second_warning: WhatsApp warns, and the device writes to fewer new recipients; capped: it reaches only recipients that it has delivered to before',
    { enum: NEW_CHAT_STATUSES },
  )
  status!: NewChatQuota['status'];
  @OrNull('integer', 'Used in this cycle; null: not known', { example: 640 }) used!: number | null;
  @OrNull('integer', 'Quota of a cycle; null: no limit, or not known', { example: 1000 })
  total!: number | null;
  @LocalTimeOrNull('When the cycle ends; null: not known') ends_at!: string | null;
}

class DeviceAllowanceView {
  @Field(
    'What is limited. minute, day: messages; new_recipients: first contacts per day; portfolio: recipients per day, for all numbers of the business portfolio',
    { enum: ALLOWANCES },
  )
  allowance!: Allowance;
  @Field('The limit of this window, warm-up included') cap!: number;
  @Field('Number of messages or recipients that are used') used!: number;
  @LocalTime('When the whole allowance is available again') resets_at!: string;
}

class DeviceTemplateView {
  @Field('Name of the template', { example: 'otp_login' }) name!: string;
  @Field('Language code of the gateway', { example: 'id' }) language!: string;
  @OrNull('string', 'As the gateway names it; null: not reported', { example: 'APPROVED' })
  status!: string | null;
  @Field('false: the device cannot send in this language', { example: true }) usable!: boolean;
  @OrNull('string', 'Why the gateway rejected it, in its words', { example: null }) reason!: string | null;
  @OrNull('string', 'Its rating by recipients; null: not reported', { example: 'GREEN' })
  quality!: string | null;
  @LocalTime('When its status changed') changed_at!: string;
}

export class DeviceView {
  @ApiProperty({ type: 'integer', example: 1 }) id!: number;
  @Field('Name of the device, unique', { example: 'otp-01' }) name!: string;
  @Field('Gateway software, see GET /api/admin/drivers', { enum: DRIVER_NAMES }) driver!: string;
  @Field('How it reaches phones; its driver decides', { enum: CHANNELS, example: 'whatsapp' })
  channel!: Channel;
  @Field('Address of the gateway', { example: 'http://gateway.internal:3900' }) base_url!: string;
  @Field('The callback address of this device', { example: 'https://otp.example.com/api/webhook/gateway/1' })
  callback_url!: string;
  @Field('A token is stored', { example: true }) token_set!: boolean;
  @Field('The device has its own callback secret', { example: false }) webhook_secret_set!: boolean;
  @Field('Settings of the driver', {
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] },
    example: {},
  })
  settings!: GivenSettings;
  @OrNull('string', 'Text of its messages; null: the text of the service', { example: null })
  template!: string | null;
  @Field('Message templates at the gateway, as it last reported them', { type: [DeviceTemplateView] })
  templates!: DeviceTemplateView[];
  @OrNull(
    'integer',
    'New recipients in 24 hours for all numbers of the business portfolio; null: unlimited, or not known',
    { example: 2000 },
  )
  messaging_limit!: number | null;
  @Field('For gateways that need a verify token; callback_url contains it too', {
    example: '0f5e2b7c9d1a4e6f8b3c5d7e9f1a2b3c',
  })
  verify_token!: string;
  @OrNull('string', 'Number of its phone in digits, as its gateway reports it; null: not reported', {
    example: '6281100000001',
  })
  number!: string | null;
  @LocalTimeOrNull('Until when the previous callback key is accepted')
  old_callback_until!: string | null;
  @LocalTimeOrNull(
    'When its gateway first called callback_url with a valid proof: a signature, the key in the address, or Meta’s verify token; null: not yet at this base_url',
  )
  first_callback_at!: string | null;
  @Field('Set by an administrator. setup: new, sends only messages that name it, until it is set `active`', {
    enum: DEVICE_STATES,
  })
  state!: DeviceState;
  @Field(
    'As this instance sees it. failing: did not accept the last 3 messages; degraded: accepts messages, but their reports are missing; restricted: by WhatsApp; template_blocked: cannot send in the language of a template that Meta rejected; disconnected: not used until it is connected again; not_linked: new, not used until a probe finds it connected',
    { enum: DEVICE_HEALTHS },
  )
  health!: DeviceHealth;
  @Field('Cooldown after failures', { type: DeviceRest }) rest!: DeviceRest;
  @Field('Share of the sends, relative to other devices', { example: 1 }) weight!: number;
  @Field('Limits in effect, including defaults of the driver; null: no limit', {
    type: 'object',
    additionalProperties: false,
    required: [...LIMIT_NAMES],
    selfRequired: true,
    properties: Object.fromEntries(
      LIMIT_NAMES.map((name) => [name, { type: 'integer' as const, nullable: true }]),
    ),
  })
  limits!: DeviceLimits;
  @Field('Remaining parts of its limits', { type: [DeviceAllowanceView] }) allowances!: DeviceAllowanceView[];
  @Field('The period in which the device may write to fewer new recipients; null: none, or it is over', {
    type: DeviceWarmUp,
    nullable: true,
  })
  warm_up!: DeviceWarmUp | null;
  @LocalTimeOrNull(
    'When its limits allow it to send again, as this instance sees it; null: they allow it now',
  )
  takes_again_at!: string | null;
  @Field('Value in effect; by default that of the driver', { example: false }) check_number!: boolean;
  @OrNull(
    'number',
    'How well the device delivers, 0 to 1, rated by its last messages; null: not connected, in set-up, or disabled',
    {
      example: 0.93,
    },
  )
  score!: number | null;
  @Field('Factors of the score; empty: no delivery report yet', { type: [DeviceReason] })
  why!: DeviceReason[];
  @Field('Outcomes of its last messages', { type: DeviceOutcomes }) outcomes!: DeviceOutcomes;
  @LocalTimeOrNull('When its gateway last reported the outcome of one of the last messages; null: not yet')
  last_receipt_at!: string | null;
  @LocalTimeOrNull('When WhatsApp’s restriction ends; null: not restricted') restricted_until!: string | null;
  @Field('WhatsApp’s quota of new chats for its account; null: its gateway does not say', {
    type: DeviceNewChats,
    nullable: true,
  })
  new_chats!: DeviceNewChats | null;
  @LocalTimeOrNull('Since when reports are missing; null: not degraded') degraded_since!: string | null;
  @LocalTimeOrNull('Since when the device is failing; null: not failing') failing_since!: string | null;
  @OrNull('string', 'Why it did not accept the last message, in the words of the gateway; null: it did', {
    example: null,
  })
  last_failure!: string | null;
  @Field('The last check of the gateway; null: none yet', { type: DeviceProbeView, nullable: true })
  last_probe!: DeviceProbeView | null;
  @LocalTime() created_at!: string;
  @LocalTime() updated_at!: string;
}

export class DevicePage extends PageOf(DeviceView) {}

export class DeviceTested extends DeviceFound {
  @ApiProperty({ type: 'integer', example: 12 }) duration_ms!: number;
}
