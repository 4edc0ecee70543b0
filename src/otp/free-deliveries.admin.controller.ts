import { Get, Query } from '@nestjs/common';
import { AdminController } from '../platform/access/principal.js';
import { Answers, Fails } from '../platform/openapi/index.js';
import { FreeDeliveriesQuery, FreeDeliveriesView } from './free-deliveries.admin.dto.js';
import { FreeDeliveries } from './free-deliveries.js';

@AdminController('api/admin/free-deliveries')
export class FreeDeliveriesAdminController {
  constructor(private readonly free: FreeDeliveries) {}

  @Get()
  @Answers(FreeDeliveriesView, {
    id: 'listFreeDeliveries',
    summary: 'List messages that arrived after their refund',
    summaryId: 'Pesan yang sampai setelah kreditnya dikembalikan',
    about: 'By account and device.',
  })
  @Fails('parameter_invalid')
  async of(
    @Query() { user_id: userId, device_id: deviceId }: FreeDeliveriesQuery,
  ): Promise<FreeDeliveriesView> {
    const { today, lastDays } = await this.free.of({ userId, deviceId });
    return { today, last_30_days: lastDays };
  }
}
