import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { FromField, ToField } from '../common/http/day-fields.js';
import { isWhole, matches } from '../common/http/index.js';
import { CursorPageOf, CursorQuery, toInteger } from '../common/http/page.js';
import { IdField, OptionalField } from '../common/http/shared-fields.js';
import { LocalTime, UtcTime } from '../common/openapi/moments.js';

const isCode = matches(/^[a-z0-9_]{1,50}$/);

export class RefusedRequestQuery extends CursorQuery {
  @Transform(toInteger)
  @OptionalField(isWhole(400, 599), {
    type: 'integer',
    minimum: 400,
    maximum: 599,
    description: 'HTTP status of the answer',
  })
  status?: number;

  @OptionalField(isCode, { example: 'phone_invalid', description: 'Code of the failure' })
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
    description: 'Of the Supabase hook: the http_code of its answer',
  })
  status!: number;
  @ApiProperty({ example: 'phone_invalid', description: 'Code of the failure' }) code!: string;
  @ApiProperty({ example: 'Nomor telepon tidak valid.', description: 'For people, in Indonesian' })
  message!: string;
  @ApiProperty({ type: [String], example: ['phone'], description: 'Names of the fields at fault' })
  fields!: string[];
  @ApiProperty({ type: 'integer', example: 7, description: 'id of the API key' }) key_id!: number;
  @ApiProperty({ format: 'uuid', description: 'As in X-Request-Id of the answer' }) request_id!: string;
}

export class RefusedRequestPage extends CursorPageOf(RefusedRequestItem) {}
