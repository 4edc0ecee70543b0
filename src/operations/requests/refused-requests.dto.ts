import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { KEY_REFUSAL_ABOUT, KEY_REFUSALS, type KeyRefusal } from '../../platform/access/principal.js';
import { isWhole, matches } from '../../platform/http/index.js';
import {
  CursorPageOf,
  CursorQuery,
  FromField,
  IdField,
  OptionalField,
  ToField,
  toInteger,
} from '../../platform/http/request-fields.js';
import { LocalTime, OrNull, UtcTime } from '../../platform/openapi/response-fields.js';

const CODE = /^[a-z0-9_]{1,50}$/;

export class RefusedRequestQuery extends CursorQuery {
  @Transform(toInteger)
  @OptionalField(isWhole(400, 599), {
    type: 'integer',
    minimum: 400,
    maximum: 599,
    description: 'HTTP status of the response',
  })
  status?: number;

  @OptionalField(matches(CODE), {
    pattern: CODE.source,
    example: 'phone_invalid',
    description: 'Code of the failure',
  })
  code?: string;

  @IdField('id of an API key') key_id?: number;

  @FromField() from?: string;
  @ToField() to?: string;
}

export class RefusedRequestItem {
  @ApiProperty({ type: 'integer', example: 42 }) id!: number;
  @LocalTime() created_at!: string;
  @UtcTime() created_at_utc!: string;
  @ApiProperty({ example: 'POST /api/otp/send', description: 'Method, and the pattern of the address' })
  route!: string;
  @ApiProperty({
    type: 'integer',
    example: 400,
    description: 'For the Supabase hook: the http_code of its response',
  })
  status!: number;
  @ApiProperty({ example: 'phone_invalid', description: 'Code of the failure' }) code!: string;
  @ApiProperty({ example: 'Nomor telepon tidak valid.', description: 'For people, in Indonesian' })
  message!: string;
  @ApiProperty({ type: [String], example: ['phone'], description: 'Names of the fields at fault' })
  fields!: string[];
  @ApiProperty({ type: 'integer', example: 7, description: 'id of the API key' }) key_id!: number;
  @ApiProperty({ format: 'uuid', description: 'As in X-Request-Id of the response' }) request_id!: string;
  @OrNull('string', {
    example: '203.0.113.7',
    description: 'IP address of the caller; null: noted before addresses were',
  })
  address!: string | null;
  @OrNull('string', {
    enum: [...KEY_REFUSALS, null],
    example: null,
    description: `${KEY_REFUSAL_ABOUT}; null: the key was accepted`,
  })
  key_refusal!: KeyRefusal | null;
}

export class RefusedRequestPage extends CursorPageOf(RefusedRequestItem) {}
