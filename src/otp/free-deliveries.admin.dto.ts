import { ApiProperty } from '@nestjs/swagger';
import { IdField } from '../platform/http/request-fields.js';

export class FreeDeliveriesQuery {
  @IdField() user_id?: number;
  @IdField() device_id?: number;
}

class FreeFigures {
  @ApiProperty({ type: 'integer', example: 3, description: 'Messages that arrived after a refund' })
  deliveries!: number;
  @ApiProperty({
    type: 'integer',
    example: 600,
    description: 'The credits that were given back for these messages',
  })
  credits!: number;
}

export class FreeDeliveriesView {
  @ApiProperty({ type: FreeFigures, description: 'Since midnight in the time zone of the service' })
  today!: FreeFigures;
  @ApiProperty({ type: FreeFigures, description: 'Today and the 29 days before' }) last_30_days!: FreeFigures;
}
