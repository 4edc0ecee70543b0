import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CurrentActor } from '../../../platform/access/actor.js';
import { AdminController } from '../../../platform/access/controllers.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { Answers, Fails } from '../../../platform/openapi/index.js';
import type { UserActor } from '../../audit/index.js';
import { Acknowledging } from './acknowledging.js';
import { AlertList } from './alert-list.js';
import { AlertPage, AlertQuery, AlertView } from './alerts.dto.js';

@AdminController('api/admin/alerts')
export class AlertsAdminController {
  constructor(
    private readonly alerts: AlertList,
    private readonly acknowledging: Acknowledging,
  ) {}

  @Get()
  @Answers(AlertPage, {
    id: 'listAlerts',
    summary: 'List the alerts',
    summaryId: 'Peringatan kepada operator',
    about: 'What the operator was told, by mail or webhook, and whether it still goes on.',
  })
  list(@Query() query: AlertQuery): Promise<AlertPage> {
    return this.alerts.page(query);
  }

  /** Audited. It calls no more: it is not told to who was not told yet, and asks for nobody until it ends. */
  @Post(':id/acknowledge')
  @HttpCode(200)
  @Answers(AlertView, {
    id: 'acknowledgeAlert',
    summary: 'Acknowledge an alert',
    summaryId: 'Tandai peringatan dilihat',
    about: 'It is quiet until it ends, which is told as ever. One that has ended stays as it is.',
  })
  @Fails('not_found')
  acknowledge(@Param('id', IdPipe) id: number, @CurrentActor() actor: UserActor): Promise<AlertView> {
    return this.acknowledging.acknowledge(actor, id);
  }
}
