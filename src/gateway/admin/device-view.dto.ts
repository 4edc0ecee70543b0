import { ApiProperty } from '@nestjs/swagger';
import { PageOf } from '../../common/page.js';
import { DEVICE_STATES, type DeviceState } from '../device.entity.js';
import { DRIVER_NAMES } from '../drivers/index.js';
import { DEVICE_ALERT_KINDS, type DeviceAlertKind } from '../pool/device-alert.entity.js';
import { DEVICE_HEALTHS, type HealthWord } from '../pool/device-health.rules.js';
import { type Allowance, ALLOWANCES, type DeviceLimits, LIMIT_NAMES } from '../pool/device-limits.rules.js';
import { REST_LEVELS, type RestLevel } from '../pool/rest.rules.js';

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

const LOCAL_TIME = '2026-01-31 13:45:00';

class DeviceReason {
  @ApiProperty({
    enum: ['delivery_share', 'ack_seconds', 'unheard'],
    description:
      'delivery_share: bagian yang sampai; ack_seconds: median waktu sampai; unheard: pesan tanpa kabar sejak kabar terakhir',
  })
  factor!: string;
  @ApiProperty({ type: 'number', nullable: true, example: 0.94 }) value!: number | null;
  @ApiProperty({ example: 0.93, description: 'Pengali skor' }) effect!: number;
}

class DeviceOutcomes {
  @ApiProperty({ type: 'integer' }) delivered!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
  @ApiProperty({ type: 'integer', description: 'Sudah seharusnya sampai' }) unacknowledged!: number;
  @ApiProperty({ type: 'integer', description: 'Masih terlalu baru' }) waiting!: number;
}

class DeviceRest {
  @ApiProperty({
    enum: REST_LEVELS,
    description: 'demoted: dipakai bila tidak ada yang lebih baik; out: tidak dipakai',
  })
  level!: RestLevel;
  @ApiProperty({ type: 'string', nullable: true, example: null, description: 'Akhir istirahat' })
  until!: string | null;
  @ApiProperty({ type: 'integer', description: 'Kegagalan berturut-turut' }) failures!: number;
  @ApiProperty({ type: 'string', nullable: true, example: 'unreachable' }) last!: string | null;
}

class DeviceAllowanceView {
  @ApiProperty({ enum: ALLOWANCES }) allowance!: Allowance;
  @ApiProperty({ type: 'integer', description: 'Batas pada jendela ini, pemanasan termasuk' }) cap!: number;
  @ApiProperty({ type: 'integer' }) used!: number;
  @ApiProperty({ example: LOCAL_TIME }) resets_at!: string;
}

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
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: {} })
  settings!: Record<string, string>;
  @ApiProperty({ type: 'string', nullable: true, example: null }) template!: string | null;
  @ApiProperty({
    example: '0f5e2b7c9d1a4e6f8b3c5d7e9f1a2b3c',
    description: 'Untuk gateway yang meminta verify token; juga bagian dari callback_url',
  })
  verify_token!: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: null,
    description: 'Sampai kapan kunci callback sebelum yang terakhir diperbarui masih diterima',
  })
  old_callback_until!: string | null;
  @ApiProperty({ enum: DEVICE_STATES, description: 'Yang ditetapkan administrator' }) state!: DeviceState;
  @ApiProperty({
    enum: DEVICE_HEALTHS,
    description:
      'Yang ditemukan, menurut instance ini. degraded: menerima pesan tanpa kabar sampai; restricted: ditahan WhatsApp; disconnected: tidak dipakai sampai terhubung lagi; not_linked: baru, tidak dipakai sampai pertama kali terlihat terhubung',
  })
  health!: HealthWord;
  @ApiProperty({ type: DeviceRest, description: 'Jeda yang dibuat pool setelah kegagalan' })
  rest!: DeviceRest;
  @ApiProperty({ type: 'integer', example: 1 }) weight!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: false,
    required: [...LIMIT_NAMES],
    selfRequired: true,
    properties: Object.fromEntries(
      LIMIT_NAMES.map((name) => [name, { type: 'integer' as const, nullable: true }]),
    ),
    description: 'Yang berlaku, bawaan driver termasuk; null: tanpa batas',
  })
  limits!: DeviceLimits;
  @ApiProperty({ type: [DeviceAllowanceView] }) allowances!: DeviceAllowanceView[];
  @ApiProperty({ example: false, description: 'Yang berlaku, bawaan driver termasuk' })
  check_number!: boolean;
  @ApiProperty({
    type: 'number',
    nullable: true,
    example: 0.93,
    description: '0 sampai 1, dari pesan-pesan terakhir; null: belum pernah terhubung',
  })
  score!: number | null;
  @ApiProperty({ type: [DeviceReason], description: 'Kosong: belum ada laporan pengiriman' })
  why!: DeviceReason[];
  @ApiProperty({ type: DeviceOutcomes }) outcomes!: DeviceOutcomes;
  @ApiProperty({ type: 'string', nullable: true, example: null }) restricted_until!: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: null }) degraded_since!: string | null;
  @ApiProperty({ ...LAST_PROBE, required: [...LAST_PROBE.required] }) last_probe!: DeviceProbeView | null;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) updated_at!: string;
}

export class DevicePage extends PageOf(DeviceView) {}

export class DeviceTested {
  @ApiProperty({ example: true }) connected!: boolean;
  @ApiProperty({ type: 'string', nullable: true, example: null }) detail!: string | null;
  @ApiProperty({ type: 'integer', example: 12 }) duration_ms!: number;
}

export class DeviceAlertItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer' }) device_id!: number;
  @ApiProperty({ enum: DEVICE_ALERT_KINDS }) kind!: DeviceAlertKind;
  @ApiProperty({ example: '5 messages without acknowledgement' }) detail!: string;
  @ApiProperty({ example: LOCAL_TIME }) raised_at!: string;
  @ApiProperty({ type: 'string', nullable: true, example: null, description: 'Null: masih berlangsung' })
  ended_at!: string | null;
}

export class DeviceAlertPage extends PageOf(DeviceAlertItem) {}
