import { ApiProperty } from '@nestjs/swagger';
import { type Mode, MODES } from '../platform/access/modes.rules.js';
import {
  KEY_REFUSAL_ABOUT,
  KEY_REFUSALS,
  type KeyRefusal,
  type Operation,
  OPERATIONS,
  SPEND_CAP_MAX,
} from '../platform/access/principal.js';
import { Check, isBoolean, isOneOf, orAbsent, Trimmed } from '../platform/http/index.js';
import { LineField, OptionalField, WholeField, WholeOrNullField } from '../platform/http/request-fields.js';
import { Field, LocalTime, LocalTimeOrNull, OrNull } from '../platform/openapi/response-fields.js';
import { ConfirmedDto } from '../platform/security/confirmation.js';
import { isLine, line } from '../platform/text/plain-text.rules.js';
import { parseIsoTime } from '../platform/time/iso-time.js';
import { isIpOrRange } from './ip-list.rules.js';

const ALLOWED_IPS_MAX = 50;
const OVERLAP_SECONDS = { min: 0, max: 604_800, usual: 0 };
const DAILY_CAP_MAX = 1_000_000_000;
const RATE_MAX = 1_000_000;

const isTime = (value: unknown) => typeof value === 'string' && parseIsoTime(value) !== undefined;
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

const dailyCap = () =>
  WholeOrNullField(
    [1, DAILY_CAP_MAX],
    1000,
    'Sends per day (time zone of the service) with this key and its rotations; null: no limit',
  );
const spendCap = () =>
  WholeOrNullField(
    [0, SPEND_CAP_MAX],
    100_000,
    'Credits that this key and its rotations may spend per day (time zone of the service), less refunds; 0: none; null: no limit',
  );
const ratePerMinute = () =>
  WholeOrNullField(
    [1, RATE_MAX],
    30,
    'Sends per minute, and the same number of checks, with this key and its rotations; null: only the limit of the account',
  );
const allowedOperations = () =>
  OptionalField(isOperations, {
    enum: OPERATIONS,
    isArray: true,
    nullable: true,
    minItems: 1,
    uniqueItems: true,
    example: ['send', 'check'],
    description: 'What this key may do; null: everything',
  });

export class CreateApiKeyDto extends ConfirmedDto {
  @LineField(100, 'Toko online', 'Your name for the key, one line', 'name_invalid') name!: string;

  @ApiProperty({ required: false, type: 'string', nullable: true, enum: [...MODES, null], default: 'live' })
  @Check('parameter_invalid', orAbsent(isOneOf(MODES)))
  mode?: Mode | null;

  @OptionalField(isTime, {
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2030-12-31T17:00:00Z',
    description: 'ISO 8601 with an offset, in the future; without it the key does not expire',
  })
  expires_at?: string | null;

  @OptionalField(isIpList, {
    type: [String],
    nullable: true,
    minItems: 1,
    maxItems: ALLOWED_IPS_MAX,
    example: ['203.0.113.7', '10.0.0.0/8'],
    description: 'IP addresses or CIDR ranges that may use the key; without it: from anywhere',
  })
  allowed_ips?: string[] | null;

  @dailyCap() daily_cap?: number | null;
  @spendCap() spend_cap?: number | null;
  @ratePerMinute() rate_per_minute?: number | null;
  @allowedOperations() allowed_operations?: Operation[] | null;
}

export class UpdateApiKeyDto extends ConfirmedDto {
  @Trimmed()
  @OptionalField(
    isLine(100),
    { ...line(100), description: 'Your name for the key, one line' },
    'name_invalid',
  )
  name?: string;

  @OptionalField(isBoolean, { description: 'false: the key is rejected from the next request on' })
  active?: boolean;

  @dailyCap() daily_cap?: number | null;
  @spendCap() spend_cap?: number | null;
  @ratePerMinute() rate_per_minute?: number | null;
  @allowedOperations() allowed_operations?: Operation[] | null;
}

export class RotateApiKeyDto extends ConfirmedDto {
  @WholeField(OVERLAP_SECONDS, 'How long the old key is still accepted, in seconds')
  overlap_seconds: number = OVERLAP_SECONDS.usual;
}

export class NamedApiKey {
  @ApiProperty({ type: 'integer', example: 3 }) id!: number;
  @Field('Name of the key', { example: 'Toko online' }) name!: string;
  @ApiProperty({ example: '8FB9' }) last4!: string;
  @ApiProperty({ enum: MODES }) mode!: Mode;
  @Field('true: the key is deleted; it stays listed for its messages') deleted!: boolean;
}

export class ApiKeyView {
  @ApiProperty({ type: 'integer', example: 3 }) id!: number;
  @Field('Name of the key', { example: 'Toko online' }) name!: string;
  @ApiProperty({ enum: MODES }) mode!: Mode;
  @Field('The last four characters of the key', { example: '8FB9' }) last4!: string;
  @Field('false: the key is switched off, and requests with it are rejected') active!: boolean;
  @OrNull('string', 'From then on the key is rejected; null: it does not expire', {
    format: 'date-time',
    example: '2030-12-31T17:00:00.000Z',
  })
  expires_at!: string | null;
  @Field('IP addresses and CIDR ranges that may use the key; null: any', {
    type: [String],
    nullable: true,
    example: ['203.0.113.7'],
  })
  allowed_ips!: string[] | null;
  @OrNull('integer', 'Sends a day, in the time zone of the service; null: no limit', { example: 1000 })
  daily_cap!: number | null;
  @OrNull('integer', 'Credits a day, in the time zone of the service; null: no limit', {
    minimum: 0,
    maximum: SPEND_CAP_MAX,
    example: 100_000,
  })
  spend_cap!: number | null;
  @OrNull('integer', 'Sends per minute, and the same number of checks; null: only the limit of the account', {
    example: 30,
  })
  rate_per_minute!: number | null;
  @Field('What the key may do', { enum: OPERATIONS, isArray: true, example: OPERATIONS })
  allowed_operations!: Operation[];
  @OrNull('string', 'Company name for hooks that do not name one', { example: 'Toko Budi' })
  hook_company_name!: string | null;
  @LocalTimeOrNull('Up to a minute behind') last_used_at!: string | null;
  @LocalTimeOrNull('When a request with the key was last rejected, up to a minute behind; null: never')
  last_refused_at!: string | null;
  @OrNull('string', 'IP address of that request', { example: null }) last_refused_address!: string | null;
  @OrNull('string', KEY_REFUSAL_ABOUT, { enum: [...KEY_REFUSALS, null], example: null })
  last_refusal!: KeyRefusal | null;
  @LocalTime() created_at!: string;
}

export class NewApiKey extends ApiKeyView {
  @Field('Shown only once', { example: 'sandi_live_0123456789ABCDEFGHIJKLMNOPQRSTUV0c8FB9' }) key!: string;
}
