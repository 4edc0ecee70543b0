import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, matches, Required } from '../common/http/index.js';
import { isSigningSecret } from '../common/security/standard-webhook.js';
import { normaliseBaseUrl } from './base-url.js';
import { splitSecrets } from './device-link.js';
import { DEVICE_CONDITIONS, type DeviceCondition } from './device-pool.js';
import { DEVICE_STATES, type DeviceState } from './device.entity.js';
import { DRIVER_NAMES, NATIVE_DRIVER } from './drivers/index.js';

const NAME = { example: 'otp-01', minLength: 1, maxLength: 60 };
const BASE_URL = {
  example: 'http://gateway.internal:3900',
  maxLength: 255,
  description: 'http atau https, tanpa kredensial, query dan fragmen',
};
const TOKEN = {
  example: 'token-gateway',
  maxLength: 500,
  description: 'Disimpan terenkripsi, tidak pernah ditampilkan',
};
const WEBHOOK_SECRET = {
  type: 'string',
  nullable: true,
  required: false,
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  description:
    'Secret callback khusus device ini, minimal 16 karakter; dua secret dipisah koma selama rotasi. Null: GATEWAY_WEBHOOK_SECRET',
} as const;

const trimmed = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim() : value,
);
/** Whatever is no usable address stays as it is, for the check to refuse. */
const normalised = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? (normaliseBaseUrl(value.trim()) ?? value) : value,
);

// What a list, a log line and an HTTP header can carry.
const isName = matches(/^[^\p{Cc}\u2028\u2029]{1,60}$/u);
const isToken = matches(/^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/);
const isBaseUrl = (value: unknown) => typeof value === 'string' && normaliseBaseUrl(value) !== undefined;
const isWebhookSecret = (value: unknown) =>
  matches(/^[\x20-\x7e]{16,500}$/)(value) && areSecrets(splitSecrets(value as string));
const areSecrets = (secrets: string[]) =>
  secrets.length >= 1 &&
  secrets.length <= 2 &&
  secrets.every((secret) => secret.length >= 16 && isSigningSecret(secret));
const optional = (accepts: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || accepts(value);
const nullable = (accepts: (value: unknown) => boolean) => (value: unknown) =>
  value === null || accepts(value);

export class CreateDeviceDto {
  @ApiProperty(NAME)
  @Required()
  @trimmed
  @Check('parameter_invalid', isName)
  name!: string;

  @ApiProperty({ enum: DRIVER_NAMES, required: false, default: NATIVE_DRIVER })
  @Check('parameter_invalid', (value) => DRIVER_NAMES.includes(value as string))
  driver: string = NATIVE_DRIVER;

  @ApiProperty(BASE_URL)
  @Required()
  @normalised
  @Check('parameter_invalid', isBaseUrl)
  base_url!: string;

  @ApiProperty(TOKEN)
  @Required()
  @Check('parameter_invalid', isToken)
  token!: string;

  @ApiProperty(WEBHOOK_SECRET)
  @Check('parameter_invalid', optional(nullable(isWebhookSecret)))
  webhook_secret?: string | null;
}

export class UpdateDeviceDto {
  @ApiProperty({ ...NAME, required: false })
  @trimmed
  @Check('parameter_invalid', optional(isName))
  name?: string;

  @ApiProperty({ ...BASE_URL, required: false })
  @normalised
  @Check('parameter_invalid', optional(isBaseUrl))
  base_url?: string;

  @ApiProperty({ ...TOKEN, required: false })
  @Check('parameter_invalid', optional(isToken))
  token?: string;

  @ApiProperty(WEBHOOK_SECRET)
  @Check('parameter_invalid', optional(nullable(isWebhookSecret)))
  webhook_secret?: string | null;

  @ApiProperty({ enum: DEVICE_STATES, required: false })
  @Check('parameter_invalid', optional((value) => DEVICE_STATES.includes(value as DeviceState)))
  state?: DeviceState;
}

interface DeviceProbeView {
  connected: boolean;
  detail: string | null;
  at: string;
}

// Written out: OpenAPI 3.0 has no way to say that a $ref may be null.
const LAST_PROBE = {
  type: 'object',
  nullable: true,
  required: ['connected', 'detail', 'at'],
  selfRequired: true,
  properties: {
    connected: { type: 'boolean', description: 'Gateway menyatakan device terhubung ke WhatsApp' },
    detail: { type: 'string', nullable: true, example: null },
    at: { type: 'string', example: '2026-01-31 13:45:00' },
  },
} as const;

export class DeviceView {
  @ApiProperty({ type: 'integer', example: 1 }) id!: number;
  @ApiProperty({ example: 'otp-01' }) name!: string;
  @ApiProperty({ enum: DRIVER_NAMES }) driver!: string;
  @ApiProperty({ example: 'http://gateway.internal:3900' }) base_url!: string;
  @ApiProperty({
    example: 'https://otp.example.com/api/webhook/gateway/1',
    description: 'Alamat callback khusus device ini',
  })
  callback_url!: string;
  @ApiProperty({ example: true }) token_set!: boolean;
  @ApiProperty({ example: false }) webhook_secret_set!: boolean;
  @ApiProperty({ enum: DEVICE_STATES }) state!: DeviceState;
  @ApiProperty({
    enum: DEVICE_CONDITIONS,
    description:
      'Keadaan menurut instance ini. cooling: baru saja gagal, dipakai terakhir atau diistirahatkan; disconnected: tidak dipakai sampai terhubung lagi',
  })
  condition!: DeviceCondition;
  @ApiProperty({ ...LAST_PROBE, required: [...LAST_PROBE.required] }) last_probe!: DeviceProbeView | null;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) updated_at!: string;
}

export class DevicePage {
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: [DeviceView] }) items!: DeviceView[];
}

export class DeviceTested {
  @ApiProperty({ example: true }) connected!: boolean;
  @ApiProperty({ type: 'string', nullable: true, example: null }) detail!: string | null;
  @ApiProperty({ type: 'integer', example: 12 }) duration_ms!: number;
}
