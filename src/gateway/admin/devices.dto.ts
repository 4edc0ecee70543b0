import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  Check,
  isBoolean,
  isOneOf,
  isWhole,
  matches,
  optional,
  orAbsent,
  Trimmed,
} from '../../platform/http/index.js';
import { OptionalField, RequiredField } from '../../platform/http/request-fields.js';
import { BodyAlternatives, DISTINCT } from '../../platform/openapi/alternatives.js';
import { ConfirmedDto } from '../../platform/security/confirmation.js';
import { isSigningSecret } from '../../platform/security/standard-webhook.rules.js';
import { isHeaderToken, listed, tokenText } from '../../platform/text/given-text.js';
import { isTemplate, TEMPLATE_MAX } from '../../platform/text/message-template.rules.js';
import { isLine, line } from '../../platform/text/plain-text.rules.js';
import { normaliseBaseUrl } from '../base-url.rules.js';
import type { DeviceState } from '../device.entities.js';
import type { GivenSettings } from '../device-settings.rules.js';
import type { SettingSpec } from '../driver-info.js';
import { DRIVER_NAMES, DRIVERS, NATIVE_DRIVER } from '../drivers/index.js';
import { type DeviceLimits, LIMIT_NAMES, PAIR_SECONDS_MAX } from '../pool/device-limits.rules.js';

const NAME = {
  example: 'otp-01',
  ...line(60),
  description: 'Name of the device, one line, unique',
};
const BASE_URL = {
  example: 'http://gateway.internal:3900',
  maxLength: 255,
  pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:',
  description: 'http or https, without credentials, query and fragment',
};
const TOKEN = {
  example: 'token-gateway',
  minLength: 1,
  maxLength: 500,
  pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$',
  description: 'Stored encrypted, never shown; required if base_url moves to another server',
};

const SETTINGS_MAX = 20;
const SETTING_LENGTH_MAX = 300;
const OBJECT_LENGTH_MAX = 4000;
const OBJECT_MEMBERS_MAX = 20;
const SETTING = [
  { type: 'string', maxLength: SETTING_LENGTH_MAX },
  { type: 'object', maxProperties: OBJECT_MEMBERS_MAX, additionalProperties: true },
];
const WEIGHT_MAX = 100;
const LIMIT_MAX = 1_000_000;
const limitMaxOf = (name: string) => (name === 'pair_seconds' ? PAIR_SECONDS_MAX : LIMIT_MAX);

/** Leaves an invalid address unchanged; the check rejects it. */
const normalised = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? (normaliseBaseUrl(value.trim()) ?? value) : value,
);

/** Normalises a token or secret as in environment variables. */
const AsToken = () => Transform(({ value }: { value: unknown }) => tokenText(value));

const isName = isLine(60);
const isBaseUrl = (value: unknown) => typeof value === 'string' && normaliseBaseUrl(value) !== undefined;
const isWebhookSecret = (value: unknown) =>
  matches(/^[\x20-\x7e]{16,500}$/)(value) && areSecrets(listed(value as string));
const areSecrets = (secrets: string[]) =>
  secrets.length >= 1 &&
  secrets.length <= 2 &&
  secrets.every((secret) => secret.length >= 16 && isSigningSecret(secret));
const isTemplateText = (value: unknown) => typeof value === 'string' && isTemplate(value);
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The driver defines which settings exist, and which of them are objects. */
const isSettings = (value: unknown) =>
  isObject(value) && Object.keys(value).length <= SETTINGS_MAX && Object.values(value).every(isSetting);
const isSetting = (value: unknown) =>
  typeof value === 'string'
    ? value.length <= SETTING_LENGTH_MAX
    : isObject(value) &&
      Object.keys(value).length <= OBJECT_MEMBERS_MAX &&
      JSON.stringify(value).length <= OBJECT_LENGTH_MAX;
const isWeight = isWhole(1, WEIGHT_MAX);
const isLimits = (value: unknown) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, limit]) =>
      LIMIT_NAMES.some((known) => known === name) && (limit === null || isWhole(1, limitMaxOf(name))(limit)),
  );

class DeviceOptionsDto extends ConfirmedDto {
  @AsToken()
  @OptionalField(isWebhookSecret, {
    type: 'string',
    nullable: true,
    minLength: 16,
    maxLength: 500,
    pattern: '^[\\x20-\\x7e]*$',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description:
      'Callback secret of this device, at least 16 characters; two with a comma between while rotating. null: GATEWAY_WEBHOOK_SECRET',
  })
  webhook_secret?: string | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { anyOf: SETTING },
    maxProperties: SETTINGS_MAX,
    selfRequired: false,
    example: {},
    description: 'Settings of the driver, see GET /api/admin/drivers; an omitted one has its default',
  })
  @Check('parameter_invalid', optional(isSettings))
  settings?: GivenSettings;

  @OptionalField(isTemplateText, {
    type: 'string',
    nullable: true,
    maxLength: TEMPLATE_MAX,
    pattern: '^[^{}]*(?:\\{brand\\}[^{}]*)?\\{code\\}[^{}]*(?:\\{brand\\}[^{}]*)?$',
    example: '*{code}* adalah kode OTP {brand} Anda.',
    description:
      'Text of the message with {code} and {brand}. null: MESSAGE_TEMPLATE_ID or MESSAGE_TEMPLATE_EN',
  })
  template?: string | null;

  @OptionalField(isWeight, {
    type: 'integer',
    minimum: 1,
    maximum: WEIGHT_MAX,
    description: 'Share of the sends, relative to other devices',
  })
  weight?: number;

  @ApiProperty({
    type: 'object',
    nullable: true,
    selfRequired: false,
    additionalProperties: false,
    properties: Object.fromEntries(
      LIMIT_NAMES.map((name) => [
        name,
        { type: 'integer' as const, nullable: true, minimum: 1, maximum: limitMaxOf(name) },
      ]),
    ),
    example: { per_minute: 20, new_per_day: 400 },
    description:
      'Limits of this device; replaces all earlier ones. A null limit means none, an omitted one has the default of the driver. null: all defaults',
  })
  @Check('parameter_invalid', orAbsent(isLimits))
  limits?: Partial<DeviceLimits> | null;

  @OptionalField(isBoolean, {
    type: 'boolean',
    nullable: true,
    description:
      'Ask the gateway before the first contact whether a number is on WhatsApp, if the driver can; null: default of the driver',
  })
  check_number?: boolean | null;
}

/** A device never returns to `setup`. */
const NEW_STATES = ['setup', 'active'] as const satisfies DeviceState[];
const SET_STATES = ['active', 'draining', 'disabled'] as const satisfies DeviceState[];

/** One alternative of the request body for each driver. The native one needs no `driver` in the body. */
const SETTINGS_BY_DRIVER = [...DRIVERS].map(([name, { info }]) => {
  const { title, settings } = info;
  const required = settings.filter((setting) => setting.default === undefined);
  const schemaOf = ({ name: setting, pattern, example, default: usual, faultOf }: SettingSpec) => ({
    ...(faultOf
      ? {
          type: 'object',
          maxProperties: OBJECT_MEMBERS_MAX,
          additionalProperties: true,
          example: JSON.parse(example) as object,
        }
      : { type: 'string', maxLength: SETTING_LENGTH_MAX, pattern: pattern.source, example }),
    description: `${setting} of ${title}; ${usual === undefined ? 'required' : `default: \`${usual}\``}`,
  });
  return {
    title,
    type: 'object',
    ...(name === NATIVE_DRIVER ? DISTINCT : {}),
    required: [...(name === NATIVE_DRIVER ? [] : ['driver']), ...(required.length > 0 ? ['settings'] : [])],
    properties: {
      driver: { type: 'string', enum: [name], description: `A gateway of ${title}` },
      settings: {
        type: 'object',
        additionalProperties: false,
        required: required.map((setting) => setting.name),
        properties: Object.fromEntries(settings.map((setting) => [setting.name, schemaOf(setting)])),
        description: 'Settings of this driver; an omitted one has its default',
      },
    },
  };
});

@BodyAlternatives(...SETTINGS_BY_DRIVER)
export class CreateDeviceDto extends DeviceOptionsDto {
  @Trimmed()
  @RequiredField(isName, NAME)
  name!: string;

  @ApiProperty({ enum: DRIVER_NAMES, required: false, default: NATIVE_DRIVER })
  @Check('parameter_invalid', (value) => DRIVER_NAMES.includes(value as string))
  driver: string = NATIVE_DRIVER;

  @normalised
  @RequiredField(isBaseUrl, BASE_URL)
  base_url!: string;

  @AsToken()
  @RequiredField(isHeaderToken, TOKEN)
  token!: string;

  @OptionalField(isOneOf([...NEW_STATES]), {
    enum: NEW_STATES,
    default: 'setup',
    description:
      'setup: sends only messages that name it, until it is set `active`; active: sends messages once it is linked',
  })
  state?: (typeof NEW_STATES)[number];
}

export class UpdateDeviceDto extends DeviceOptionsDto {
  @Trimmed()
  @OptionalField(isName, NAME)
  name?: string;

  @normalised
  @OptionalField(isBaseUrl, BASE_URL)
  base_url?: string;

  @AsToken()
  @OptionalField(isHeaderToken, TOKEN)
  token?: string;

  @OptionalField(isOneOf([...SET_STATES]), {
    enum: SET_STATES,
    description: 'active: use it; this also ends the set-up of a new device',
  })
  state?: (typeof SET_STATES)[number];
}
