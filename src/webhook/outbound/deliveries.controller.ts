import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdPipe } from '../../common/id.pipe.js';
import { Answers, Fails } from '../../common/openapi/index.js';
import { CurrentPrincipal, type Principal, RequiresUser } from '../../common/principal.js';
import { DeliveryPage, DeliveryQuery, DeliveryView, Replayed, ReplaySinceDto } from './deliveries.dto.js';
import { DeliveryLog } from './delivery-log.js';
import { ReplayService } from './replay.service.js';

@ApiTags('Webhooks')
@Controller('api/account/webhooks')
@RequiresUser()
export class DeliveriesController {
  constructor(
    private readonly log: DeliveryLog,
    private readonly replays: ReplayService,
  ) {}

  /** Newest first. */
  @Get(':id/deliveries')
  @Answers(DeliveryPage, { summary: 'Catatan pengiriman sebuah webhook' })
  @Fails('not_found')
  list(
    @CurrentPrincipal() who: Principal,
    @Param('id', IdPipe) id: number,
    @Query() query: DeliveryQuery,
  ): Promise<DeliveryPage> {
    return this.log.page(who.userId, id, query);
  }

  /** Through the same queue, signature and log as any event; its attempt follows in the log. */
  @Post(':id/test')
  @Answers(DeliveryView, {
    summary: 'Kirim event percobaan',
    status: 202,
    message: 'Event percobaan dikirim.',
  })
  @Fails('not_found', 'webhook_inactive', 'rate_limited')
  test(@CurrentPrincipal() who: Principal, @Param('id', IdPipe) id: number): Promise<DeliveryView> {
    return this.replays.test(who.userId, id);
  }

  @Post('deliveries/:id/replay')
  @Answers(DeliveryView, {
    summary: 'Kirim ulang satu pengiriman',
    status: 202,
    message: 'Pengiriman diulang.',
  })
  @Fails('not_found', 'webhook_inactive', 'rate_limited')
  replay(@CurrentPrincipal() who: Principal, @Param('id', IdPipe) id: number): Promise<DeliveryView> {
    return this.replays.one(who.userId, id);
  }

  /** What failed, and what failed and waits for its next attempt. */
  @Post(':id/replay')
  @Answers(Replayed, {
    summary: 'Kirim ulang semua yang gagal sejak suatu saat',
    status: 202,
    message: 'Pengiriman diulang.',
  })
  @Fails('parameter_missing', 'parameter_invalid', 'not_found', 'webhook_inactive', 'rate_limited')
  replaySince(
    @CurrentPrincipal() who: Principal,
    @Param('id', IdPipe) id: number,
    @Body() body: ReplaySinceDto,
  ): Promise<Replayed> {
    return this.replays.failedSince(who.userId, id, body.since);
  }
}
