import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { Check, matches, Required } from '../common/http/index.js';
import { toInteger } from '../common/page.js';
import { EXTERNAL_ID_MAX, STATUSES, type Status } from '../otp/index.js';
import { MessageItem } from './history.dto.js';

export class ExternalIdQuery {
  @ApiProperty({ minLength: 1, maxLength: EXTERNAL_ID_MAX, example: 'pesanan-7f1c2a' })
  @Required()
  @Check('parameter_invalid', matches(/^[\x20-\x7e]{1,64}$/))
  external_id!: string;

  @ApiProperty({ required: false, default: 20, minimum: 1, maximum: 100, type: 'integer' })
  @Transform(toInteger)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  @ApiProperty({ required: false, type: 'integer', description: 'next_cursor dari halaman sebelumnya' })
  @Transform(toInteger)
  @Check(
    'parameter_invalid',
    (value) => value === undefined || (Number.isSafeInteger(value) && Number(value) > 0),
  )
  cursor?: number;
}

export class FoundMessage extends MessageItem {
  @ApiProperty({ enum: STATUSES, description: 'pending: hasilnya belum diketahui' }) status!: Status;
}

export class FoundMessages {
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: [FoundMessage], description: 'Terbaru lebih dulu' }) items!: FoundMessage[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Untuk parameter cursor; null di halaman terakhir',
  })
  next_cursor!: number | null;
}
