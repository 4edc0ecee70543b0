import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Check, isOptionalId } from '../common/http/index.js';
import { toInteger } from '../common/http/page.js';

const ID = { required: false, type: 'integer', minimum: 1 } as const;

export class FreeDeliveriesQuery {
  @ApiProperty(ID)
  @Transform(toInteger)
  @Check('parameter_invalid', isOptionalId)
  user_id?: number;

  @ApiProperty(ID)
  @Transform(toInteger)
  @Check('parameter_invalid', isOptionalId)
  device_id?: number;
}

class FreeFigures {
  @ApiProperty({ type: 'integer', example: 3 }) deliveries!: number;
  @ApiProperty({
    type: 'integer',
    example: 600,
    description: 'The credits that were given back for these messages',
  })
  credits!: number;
}

export class FreeDeliveriesView {
  @ApiProperty({ type: FreeFigures }) today!: FreeFigures;
  @ApiProperty({ type: FreeFigures }) last_30_days!: FreeFigures;
}
