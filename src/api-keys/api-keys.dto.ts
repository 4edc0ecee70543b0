import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type Operation, OPERATIONS } from '../common/access/principal.js';
import { Check, Required, Trimmed } from '../common/http/index.js';
import { parseIsoTime } from '../common/time/iso-time.js';
import { isIpOrRange } from './ip-list.rules.js';
import { KEY_MODES, type KeyMode } from './key-format.rules.js';

const ALLOWED_IPS_MAX = 50;
const OVERLAP_MAX_SECONDS = 604_800;
const DAILY_CAP_MAX = 1_000_000_000;
const RATE_MAX = 1_000_000;
const NAME = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,100}$/u;

const isName = (value: unknown) => typeof value === 'string' && NAME.test(value);
const isAbsent = (value: unknown) => value === undefined || value === null;
const isIpList = (value: unknown) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= ALLOWED_IPS_MAX &&
  value.every((entry) => typeof entry === 'string' && isIpOrRange(entry));

const isOperations = (value: unknown) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  new Set(value).size === value.length &&
  value.every((entry) => OPERATIONS.includes(entry as Operation));

const isCount = (value: unknown, max: number) =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max;

const limit = (maximum: number, example: number, description: string) =>
  applyDecorators(
    ApiProperty({
      required: false,
      type: 'integer',
      nullable: true,
      minimum: 1,
      maximum,
      example,
      description,
    }),
    Check('parameter_invalid', (value) => isAbsent(value) || isCount(value, maximum)),
  );
const dailyCap = () =>
  limit(
    DAILY_CAP_MAX,
    1000,
    'Sends a day (time zone of the service) with this key and what replaces it; null: no limit',
  );
const ratePerMinute = () =>
  limit(
    RATE_MAX,
    30,
    'Sends, and as many checks, a minute with this key and what replaces it; null: only the limit of the account',
  );
const allowedOperations = () =>
  applyDecorators(
    ApiProperty({
      required: false,
      enum: OPERATIONS,
      isArray: true,
      nullable: true,
      minItems: 1,
      uniqueItems: true,
      example: ['send', 'check'],
      description: 'What this key may do; null: everything',
    }),
    Check('parameter_invalid', (value) => isAbsent(value) || isOperations(value)),
  );

export class CreateApiKeyDto {
  @ApiProperty({ example: 'Toko online', minLength: 1, maxLength: 100 })
  @Required()
  @Trimmed()
  @Check('name_invalid', isName)
  name!: string;

  @ApiProperty({ required: false, enum: KEY_MODES, default: 'live' })
  @Check('parameter_invalid', (value) => isAbsent(value) || KEY_MODES.includes(value as KeyMode))
  mode?: KeyMode | null;

  @ApiProperty({
    required: false,
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2030-12-31T17:00:00Z',
    description: 'ISO 8601 with an offset, in the future; without it the key does not expire',
  })
  @Check(
    'parameter_invalid',
    (value) => isAbsent(value) || (typeof value === 'string' && parseIsoTime(value) !== undefined),
  )
  expires_at?: string | null;

  @ApiProperty({
    required: false,
    type: [String],
    nullable: true,
    minItems: 1,
    maxItems: ALLOWED_IPS_MAX,
    example: ['203.0.113.7', '10.0.0.0/8'],
    description: 'IP addresses or CIDR ranges that may use the key; without it: from anywhere',
  })
  @Check('parameter_invalid', (value) => isAbsent(value) || isIpList(value))
  allowed_ips?: string[] | null;

  @dailyCap()
  daily_cap?: number | null;

  @ratePerMinute()
  rate_per_minute?: number | null;

  @allowedOperations()
  allowed_operations?: Operation[] | null;
}

export class UpdateApiKeyDto {
  @ApiProperty({ required: false, minLength: 1, maxLength: 100 })
  @Trimmed()
  @Check('name_invalid', (value) => value === undefined || isName(value))
  name?: string;

  @ApiProperty({ required: false, description: 'false: the key is refused from the next request on' })
  @Check('parameter_invalid', (value) => value === undefined || typeof value === 'boolean')
  active?: boolean;

  @dailyCap()
  daily_cap?: number | null;

  @ratePerMinute()
  rate_per_minute?: number | null;

  @allowedOperations()
  allowed_operations?: Operation[] | null;
}

export class RotateApiKeyDto {
  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: 0,
    maximum: OVERLAP_MAX_SECONDS,
    default: 0,
    description: 'How long the old key is still accepted, in seconds',
  })
  @Check(
    'parameter_invalid',
    (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= OVERLAP_MAX_SECONDS,
  )
  overlap_seconds: number = 0;
}

export class ApiKeyView {
  @ApiProperty({ type: 'integer', example: 3 }) id!: number;
  @ApiProperty({ example: 'Toko online' }) name!: string;
  @ApiProperty({ enum: KEY_MODES }) mode!: KeyMode;
  @ApiProperty({ example: '8FB9', description: 'The last four characters of the key' }) last4!: string;
  @ApiProperty() active!: boolean;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, example: '2030-12-31T17:00:00.000Z' })
  expires_at!: string | null;
  @ApiProperty({ type: [String], nullable: true, example: ['203.0.113.7'] }) allowed_ips!: string[] | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 1000 }) daily_cap!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 30 }) rate_per_minute!: number | null;
  @ApiProperty({ enum: OPERATIONS, isArray: true, example: OPERATIONS }) allowed_operations!: Operation[];
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'Toko Budi',
    description: 'The company name of hooks that name none',
  })
  hook_company_name!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: '2026-01-31 13:45:00',
    description: 'Up to a minute behind',
  })
  last_used_at!: string | null;
  @ApiProperty({ example: '2026-01-31 13:45:00' }) created_at!: string;
}

export class NewApiKey extends ApiKeyView {
  @ApiProperty({
    example: 'sandi_live_0123456789ABCDEFGHIJKLMNOPQRSTUV0c8FB9',
    description: 'Shown this once',
  })
  key!: string;
}
