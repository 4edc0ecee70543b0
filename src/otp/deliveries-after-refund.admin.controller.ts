import { Get, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { AdminController } from '../platform/access/principal.js';
import { IdField } from '../platform/http/request-fields.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { DeliveriesAfterRefund } from './deliveries-after-refund.js';

class FreeDeliveriesQuery {
  @IdField() user_id?: number;
  @IdField() device_id?: number;
}

class FreeFigures {
  @ApiProperty({ type: 'integer', example: 3, description: 'Messages that arrived after a refund' })
  deliveries!: number;
  @ApiProperty({
    type: 'integer',
    example: 600,
    description: 'The credits that were refunded for these messages',
  })
  credits!: number;
}

class FreeDeliveriesView {
  @ApiProperty({ type: FreeFigures, description: 'Since midnight in the time zone of the service' })
  today!: FreeFigures;
  @ApiProperty({ type: FreeFigures, description: 'Today and the 29 days before' }) last_30_days!: FreeFigures;
}

@AdminController('api/admin/free-deliveries')
export class FreeDeliveriesAdminController {
  constructor(private readonly free: DeliveriesAfterRefund) {}

  @Get()
  @Answers(FreeDeliveriesView, {
    summary: 'List messages that arrived after their refund',
    summaryId: 'Pesan yang sampai setelah kreditnya dikembalikan',
    about: 'By account and device.',
  })
  @Fails('parameter_invalid')
  async listFreeDeliveries(
    @Query() { user_id: userId, device_id: deviceId }: FreeDeliveriesQuery,
  ): Promise<FreeDeliveriesView> {
    const { today, lastDays } = await this.free.of({ userId, deviceId });
    return { today, last_30_days: lastDays };
  }
}
