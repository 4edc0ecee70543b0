import { Get, Query } from '@nestjs/common';
import { AdminController } from '../platform/access/principal.js';
import { IdField } from '../platform/http/request-fields.js';
import { Answers } from '../platform/openapi/index.js';
import { Field } from '../platform/openapi/response-fields.js';
import { DeliveriesAfterRefund } from './deliveries-after-refund.js';

class FreeDeliveriesQuery {
  @IdField() user_id?: number;
  @IdField() device_id?: number;
}

class FreeFigures {
  @Field('Messages that arrived after a refund', { example: 3 }) deliveries!: number;
  @Field('The credits that were refunded for these messages', { example: 600 }) credits!: number;
}

class FreeDeliveriesView {
  @Field('Since midnight in the time zone of the service', { type: FreeFigures }) today!: FreeFigures;
  @Field('Today and the 29 days before', { type: FreeFigures }) last_30_days!: FreeFigures;
}

@AdminController('api/admin/free-deliveries')
export class FreeDeliveriesAdminController {
  constructor(private readonly free: DeliveriesAfterRefund) {}

  @Get()
  @Answers(FreeDeliveriesView, {
    summary: {
      id: 'Pesan yang sampai setelah kreditnya dikembalikan',
      en: 'List messages that arrived after their refund',
    },
    about: 'By account and device.',
  })
  async listFreeDeliveries(
    @Query() { user_id: userId, device_id: deviceId }: FreeDeliveriesQuery,
  ): Promise<FreeDeliveriesView> {
    const { today, lastDays } = await this.free.of({ userId, deviceId });
    return { today, last_30_days: lastDays };
  }
}
