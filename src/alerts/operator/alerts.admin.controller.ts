import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresAdmin } from '../../common/access/principal.js';
import { Answers } from '../../common/openapi/index.js';
import { AlertList } from './alert-list.js';
import { AlertPage, AlertQuery } from './alerts.dto.js';

@ApiTags('Admin')
@Controller('api/admin/alerts')
@RequiresAdmin()
export class AlertsAdminController {
  constructor(private readonly alerts: AlertList) {}

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
}
