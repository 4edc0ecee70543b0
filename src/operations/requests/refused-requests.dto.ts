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
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';

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
  @Field('Method, and the pattern of the address', { example: 'POST /api/otp/send' }) route!: string;
  @Field('For the Supabase hook: the http_code of its response', { example: 400 }) status!: number;
  @Field('Code of the failure', { example: 'phone_invalid' }) code!: string;
  @Field('For people, in Indonesian', { example: 'Nomor telepon tidak valid.' }) message!: string;
  @Field('Names of the wrong or missing fields', { type: [String], example: ['phone'] }) fields!: string[];
  @Field('id of the API key', { example: 7 }) key_id!: number;
  @Field('As in X-Request-Id of the response', { format: 'uuid' }) request_id!: string;
  @OrNull('string', 'IP address of the caller; null: not stored by the release of that time', {
    example: '203.0.113.7',
  })
  address!: string | null;
  @OrNull('string', `${KEY_REFUSAL_ABOUT}; null: the key was accepted`, {
    enum: [...KEY_REFUSALS, null],
    example: null,
  })
  key_refusal!: KeyRefusal | null;
}

export class RefusedRequestPage extends CursorPageOf(RefusedRequestItem) {}
