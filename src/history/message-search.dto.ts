import { ApiProperty } from '@nestjs/swagger';
import { Check, matches, Required } from '../common/http/index.js';
import { CursorQuery } from '../common/page.js';
import { EXTERNAL_ID_MAX, type Status, STATUSES } from '../otp/index.js';
import { MessageItem } from './history.dto.js';

export class ExternalIdQuery extends CursorQuery {
  @ApiProperty({ minLength: 1, maxLength: EXTERNAL_ID_MAX, example: 'pesanan-7f1c2a' })
  @Required()
  @Check('parameter_invalid', matches(/^[\x20-\x7e]{1,64}$/))
  external_id!: string;
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
